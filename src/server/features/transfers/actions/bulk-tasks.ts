import { isCauseCode, type CauseCode } from '#shared/causes/index'
import { MANY_KINDS, type ManyAct } from '#shared/contracts/transfers/bulk'
import { TRANSFER_TOPICS } from '#shared/live-topics'
import type { Platform } from '../../../platform/platform.ts'
import { becameOfTransfers } from '../became-queries.ts'
import type { ItemOutcome, TaskKind, Work } from '../../tasks/kind.ts'
import { wasSent } from '../queries.ts'
import { transfersByIds, type LookedAt } from './bulk-store.ts'
import { wasDone } from './done-before.ts'
import { remove } from './remove.ts'
import { retry } from './retry.ts'

/**
 * This file declares the actions on many transfers, each as safe as a single action. Queued,
 * running and completed rows are left unchanged, and no transfer is skipped whose draft is or might
 * be in Fiken.
 */

/**
 * The parameters of a retry task. `first` is true if some rows have not been tried before; `joins`,
 * if the rows only start to wait for their customers' collective drafts; `byOperator`, if the
 * operator started the task, which the user's screen mentions.
 */
type RetryParameters = { cause?: CauseCode; first?: boolean; joins?: boolean; byOperator?: boolean }

export const retryTransfers: TaskKind<RetryParameters> = {
  name: MANY_KINDS.retry,
  activity: 'transfer',
  topics: TRANSFER_TOPICS,
  read: ({ cause, first, joins, byOperator }) => ({
    ...(typeof cause === 'string' && isCauseCode(cause) ? { cause } : {}),
    first: first === true,
    joins: joins === true,
    byOperator: byOperator === true,
  }),
  title: ({ first, joins, byOperator }, total) =>
    joins
      ? `Ta med ${jobs(total)} på samlefaktura`
      : first
        ? `Overfør ${jobs(total)}`
        : `Prøv ${jobs(total)} igjen${byOperator ? ' (startet av den som drifter tjenesten)' : ''}`,
  done: (_, count) => `${jobs(count)} er satt i kø`,
  became: (db, companyId, _, subjects) => becameOfTransfers(db, companyId, 'id', subjects),
  run: (platform, work) =>
    actOn(platform, work, 'retry', async (row) => {
      const { message } = await retry(platform, work.companyId, row.id, {
        kind: 'many',
        actor: work.actor,
        signal: work.signal,
      })
      return { status: 'done', message }
    }),
}

export const skipTransfers: TaskKind<{ cause?: CauseCode }> = {
  name: MANY_KINDS.skip,
  activity: 'transfer',
  topics: TRANSFER_TOPICS,
  read: ({ cause }) => (typeof cause === 'string' && isCauseCode(cause) ? { cause } : {}),
  title: (_, total) => `Hopp over ${countOf(total)}`,
  done: (_, count) => `${countOf(count)} er hoppet over`,
  run: (platform, work) =>
    actOn(platform, work, 'skip', async (row) => {
      const { message } = await remove(platform, work.companyId, work.actor, row.id)
      return { status: 'done', message }
    }),
}

export const transferTasks: readonly TaskKind[] = [retryTransfers, skipTransfers]

const jobs = (count: number) => (count === 1 ? '1 jobb' : `${count} jobber`)

export const countOf = (count: number) => (count === 1 ? '1 overføring' : `${count} overføringer`)

async function actOn(
  platform: Platform,
  { companyId, subject, begunBefore }: Work<unknown>,
  act: ManyAct,
  perform: (row: LookedAt) => Promise<ItemOutcome>,
): Promise<ItemOutcome> {
  const [row] = await transfersByIds(platform.db, companyId, [subject])
  if (!row) return { status: 'left_alone', message: 'Finnes ikke lenger.' }
  if (wasDone(act === 'retry' ? 'started' : 'skipped', row, begunBefore))
    return {
      status: 'done',
      message: act === 'retry' ? 'Overføringen blir forsøkt på nytt' : 'Overføringen er slettet.',
    }
  const why = leftAlone(act, row)
  return why ? { status: 'left_alone', message: why } : perform(row)
}

function leftAlone(act: ManyAct, row: LookedAt): string | null {
  if (row.skipTransfer) return 'Er slettet; gjenopprett den først.'
  if (row.status === 'queued') return 'Står i kø og går av seg selv.'
  if (row.status === 'processing') return 'Overføres akkurat nå.'
  if (row.status === 'completed') return 'Er allerede overført.'
  if (act === 'skip' && wasSent(row)) {
    return 'Utkastet ligger i Fiken, eller kan ligge der. Slett den for seg, så slår vi opp først.'
  }
  return null
}
