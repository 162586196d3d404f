import { MANY, type ManyAct, type ManyAnswer } from '#shared/contracts/transfers-many'
import { jobTitle } from '#shared/transfer-display'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { remove, retry } from './acts.ts'
import { failedByCause, transfersByIds, type LookedAt } from './bulk-store.ts'

/**
 * The same act on many transfers, one after the other, each as safe as when it is done alone; what it came to is told of each. What is in
 * the queue, runs or is completed is left alone, and nothing is skipped whose draft is, or may be, in Fiken.
 *
 * @throws Refusal 400 when neither rows nor a cause are named
 */
export async function actOnMany(
  platform: Platform,
  userId: string,
  { act, ids, cause }: { act: ManyAct; ids?: string[] | undefined; cause?: string | undefined },
): Promise<ManyAnswer> {
  const { rows, total } = await chosen(platform, userId, ids, cause)
  const results: ManyAnswer['results'] = []
  for (const row of rows) results.push({ id: row.id, title: titleOf(row), ...(await actOn(platform, userId, act, row)) })
  const done = results.filter(({ ok }) => ok).length
  return { message: messageOf(act, results), done, remaining: total - rows.length, results }
}

async function chosen(platform: Platform, userId: string, ids: string[] | undefined, cause: string | undefined) {
  if (cause) return failedByCause(platform.db, userId, cause, MANY)
  if (!ids) throw new Refusal(400, 'invalid', 'Velg minst én overføring.')
  const rows = await transfersByIds(platform.db, userId, [...new Set(ids)])
  return { rows, total: rows.length }
}

const titleOf = (row: LookedAt) => jobTitle({ job_number: row.jobNumber }, row.servicem8JobId)

type Outcome = Pick<ManyAnswer['results'][number], 'ok' | 'message' | 'code'>

async function actOn(platform: Platform, userId: string, act: ManyAct, row: LookedAt): Promise<Outcome> {
  const why = leftAlone(act, row)
  if (why) return { ok: false, message: why }
  try {
    const message =
      act === 'retry' ? await retry(platform, userId, row.id, { kind: 'many' }) : (await remove(platform, userId, row.id)).message
    return { ok: true, message }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, message: error.message, code: error.code }
    throw error
  }
}

/** Why a row is not touched by an act on many; null when it may be. */
export function leftAlone(act: ManyAct, row: Omit<LookedAt, 'id' | 'servicem8JobId' | 'jobNumber'>): string | null {
  if (row.skipTransfer) return 'Er slettet; gjenopprett den først.'
  if (row.status === 'queued') return 'Står i kø og går av seg selv.'
  if (row.status === 'processing') return 'Overføres akkurat nå.'
  if (row.status === 'completed') return 'Er allerede overført.'
  if (act === 'skip' && (row.outcomeUnknown || row.fikenInvoiceDraftId !== null)) {
    return 'Utkastet ligger i Fiken, eller kan ligge der. Slett den for seg, så slår vi opp først.'
  }
  return null
}

function messageOf(act: ManyAct, results: readonly Outcome[]): string {
  const count = (which: (one: Outcome) => boolean) => results.filter(which).length
  const done = count(({ ok }) => ok)
  const left = results.length - done
  const what = act === 'retry' ? 'startet på nytt' : 'hoppet over'
  const first = done === 1 ? `1 overføring er ${what}` : `${done} overføringer er ${what}`
  if (left === 0) return `${first}.`
  const because = [
    [count(({ code }) => code === 'already_paid'), 'betalt'],
    [count(({ code }) => code === 'not_approved'), 'ikke godkjent'],
  ] as const
  const why = because.filter(([n]) => n > 0).map(([n, state]) => `${n} er ${state} i ServiceM8`)
  return `${first}, ${left} ble latt i fred${why.length > 0 ? ` (${why.join(', ')})` : ''}.`
}
