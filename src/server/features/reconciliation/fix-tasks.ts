import {
  FIX_ACTS,
  FIX_KIND,
  type FixAct,
  type ReconciliationRow,
} from '#shared/contracts/reconciliation'
import type { Task } from '#shared/contracts/tasks'
import { formatMonth } from '#shared/dates'
import { TRANSFER_TOPICS } from '#shared/live-topics'
import { SEND_AGAIN } from '#shared/transfer-status'
import type { Actor } from '../../platform/http/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { HttpError, notFound } from '../../platform/http-error.ts'
import { readTask } from '../tasks/read-task.ts'
import { startTask } from '../tasks/start-task.ts'
import type { TaskKind, Work } from '../tasks/kind.ts'
import { becameOfTransfers } from '../transfers/became-queries.ts'
import { wasDone, type Trace } from '../transfers/actions/done-before.ts'
import { restore } from '../transfers/actions/remove.ts'
import { retry } from '../transfers/actions/retry.ts'
import { sendAgain } from '../transfers/actions/send-again.ts'
import { updateDraft } from '../transfers/actions/update-draft.ts'
import { sharesDraft, transferOfJob } from '../transfers/queries.ts'
import { fetchMissed } from './fetch-missed.ts'
import { resultOf } from './read-reconciliation.ts'

/**
 * The task that performs the same fix for many rows of a month, as safely as for a single row. Each
 * item is a job, whose transfer is read when its turn comes.
 */
export const fixMonth: TaskKind<Parameters> = {
  name: FIX_KIND,
  activity: 'transfer',
  topics: [...TRANSFER_TOPICS, 'reconciliation'],
  read: ({ act, month, checkedAt }) => ({
    act: FIX_ACTS.find((known) => known === act) ?? null,
    month: String(month),
    checkedAt: String(checkedAt),
  }),
  title: ({ act, month }, total) =>
    `${act ? WORDS[act].title(jobs(total)) : jobs(total)} fra ${formatMonth(month)}`,
  done: ({ act }, count) => (act ? WORDS[act].done(jobs(count)) : jobs(count)),
  became: (db, companyId, { act }, jobUuids) =>
    act && STARTS.includes(act) ? becameOfTransfers(db, companyId, 'job', jobUuids) : null,
  run: async (platform, work) => ({ status: 'done', message: await fix(platform, work) }),
}

interface Parameters extends Record<string, unknown> {
  /** The action; null when it comes from another version of Fakturabro. */
  act: FixAct | null
  month: string
  checkedAt: string
}

const jobs = (count: number) => (count === 1 ? '1 jobb' : `${count} jobber`)

const STARTS: readonly FixAct[] = ['fetch', 'retry', SEND_AGAIN]

const WORDS: Record<FixAct, Record<'title' | 'done', (jobs: string) => string>> = {
  fetch: { title: (of) => `Henting av ${of}`, done: (of) => `${of} er hentet` },
  retry: { title: (of) => `Nytt forsøk for ${of}`, done: (of) => `${of} er satt i kø` },
  restore: { title: (of) => `Gjenoppretting av ${of}`, done: (of) => `${of} er gjenopprettet` },
  update_draft: {
    title: (of) => `Oppdatering av utkastene til ${of}`,
    done: (of) => `Utkastene til ${of} er oppdatert`,
  },
  [SEND_AGAIN]: {
    title: (of) => `Ny sending av ${of}`,
    done: (of) => `${of} sendes på nytt når det er sikkert at utkastene er borte`,
  },
}

async function fix(
  platform: Platform,
  {
    companyId,
    subject,
    parameters: { act, checkedAt },
    begunBefore,
    actor,
    signal,
  }: Work<Parameters>,
): Promise<string> {
  if (!act)
    throw new HttpError(409, 'unknown_act', 'Denne utgaven av Fakturabro kan ikke gjøre dette.')
  // The action is idempotent: a job that already has a transfer is left unchanged.
  if (act === 'fetch') return fetchMissed(platform, companyId, subject, signal)
  const row = await transferOfJob(platform.db, companyId, subject)
  if (!row) throw notFound('Overføringen finnes ikke lenger.')
  const trace = TRACES[act]
  if (trace !== null && wasDone(trace, row, begunBefore)) return 'Er utført.'
  const undone = row.status === 'pending' && row.pendingReason === 'undone'
  if (undone && row.updatedAt > new Date(checkedAt))
    throw new HttpError(409, 'undone', 'Er angret etter at måneden ble sjekket.')
  // If several jobs share a draft, the action on one of them also covers the others.
  if (
    sharesDraft(row) &&
    act !== 'restore' &&
    (row.status === 'queued' || row.status === 'processing')
  )
    return 'Står i kø sammen med de andre jobbene på samlefakturaen.'
  switch (act) {
    case 'retry':
      return (await retry(platform, companyId, row.id, { kind: 'many', actor, signal })).message
    case 'restore':
      return restore(platform, companyId, actor, row.id)
    case 'update_draft':
      return updateDraft(platform, companyId, actor, row.id, { interactive: false, signal })
    case SEND_AGAIN:
      return sendAgain(platform, companyId, actor, row.id, {
        deletedByPerson: false,
        interactive: false,
        signal,
      })
  }
}

/**
 * The mark on a transfer's row by which a completed action is recognised. Updating a draft twice
 * gives the same draft, so that action needs no check.
 */
const TRACES: Record<Exclude<FixAct, 'fetch'>, Trace | null> = {
  retry: 'started',
  [SEND_AGAIN]: 'started',
  restore: 'restored',
  update_draft: null,
}

export const reconciliationTasks: readonly TaskKind[] = [fixMonth]

/**
 * Starts the same action for many rows of a month's last check.
 * @throws HttpError 404 when the check has none of the rows, 400 and 409 like every task
 */
export async function fixMany(
  platform: Platform,
  companyId: string,
  actor: Actor,
  { month, act, jobUuids }: { month: string; act: FixAct; jobUuids: readonly string[] },
): Promise<{ message: string; task: Task }> {
  const result = await resultOf(platform.db, companyId, month)
  const chosen = new Set(jobUuids)
  const rows = result?.rows?.filter(({ jobUuid }) => chosen.has(jobUuid)) ?? []
  if (!result || rows.length === 0)
    throw new HttpError(404, 'not_found', 'Jobbene er ikke med i avstemmingen. Sjekk på nytt.')
  const { id, started } = await startTask(platform, companyId, {
    actor,
    kind: fixMonth,
    parameters: { act, month, checkedAt: result.checkedAt.toISOString() },
    items: rows.map((row) => ({ subject: row.jobUuid, title: titleOf(row) })),
    // A different action on the same jobs is a separate task.
    rule: JSON.stringify([act, [...chosen].toSorted()]),
  })
  return {
    message: started ? `Behandler ${jobs(rows.length)}.` : 'Dette er allerede i gang.',
    task: await readTask(platform, reconciliationTasks, companyId, id),
  }
}

const titleOf = ({ jobNumber }: ReconciliationRow) => `Jobb #${jobNumber}`
