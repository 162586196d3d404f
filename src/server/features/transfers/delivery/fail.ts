import { formatDateTime } from '#shared/dates'
import type { Platform } from '../../../platform/platform.ts'
import { pauseLane } from '../../connections/pause.ts'
import { connectionOf } from '../../connections/queries.ts'
import { transferById } from '../queries.ts'
import { endRun, type Held } from './end-run.ts'
import { Ending } from './ending.ts'
import { policyFor, OUTAGE_PAUSE_MS, type FailedStage } from '../../documents/failure-policy.ts'

/** Should the reconnecting go unnoticed; it normally clears the wait immediately. */
const GRANT_WAIT_MS = 86_400_000

/**
 * Ends a run that threw, as failure-policy.ts decides. Never throws: if the database itself fails,
 * the row stays in processing, and the lane's next drain requeues it.
 *
 * @param step what was being done
 * @returns false when Fiken did not let us through: it is down, or the grant has ended
 */
export async function failRun(
  platform: Platform,
  held: Held,
  step: FailedStage,
  error: unknown,
): Promise<boolean> {
  const { claim, timeline } = held
  try {
    const row = (await transferById(platform.db, held.row.userId, held.row.id)) ?? held.row
    const next = policyFor(error, {
      failures: row.attempts,
      former: row.errorCode,
      outcomeUnknown: row.outcomeUnknown,
      stage: step,
      random: platform.random(),
      scale: platform.ladderScale,
    })
    const end = (
      ending: Ending,
      options: { ok: boolean | null; waitsFor?: 'servicem8' | 'fiken' },
    ) =>
      endRun(platform, { row, claim, timeline, others: held.others ?? [] }, ending, {
        step,
        ...options,
      })
    const asNotTaken = Math.max(0, row.attempts - 1)
    const now = platform.clock.now()
    switch (next.kind) {
      case 'give_back': {
        const text = 'Avbrutt av omstart; legges tilbake i køen'
        await end(new Ending({ kind: 'released', attempts: asNotTaken }, text), { ok: null })
        return true
      }
      case 'wait_for_grant': {
        const { code: cause, message, vendor } = next
        const at = new Date(now + GRANT_WAIT_MS)
        const outcome = { kind: 'again', at, cause, message, attempts: asNotTaken } as const
        await end(new Ending(outcome, message), { ok: false, waitsFor: vendor })
        return vendor !== 'fiken'
      }
      case 'again': {
        const { code: cause, message, failures: attempts } = next
        const at = new Date(now + next.delayMs)
        const text = `${message} Neste forsøk ${formatDateTime(at)}.${quoted(next.details)}`
        if (next.pauseLane) await pause(platform, row.userId, now)
        await end(new Ending({ kind: 'again', at, cause, message, attempts }, text), { ok: false })
        return !next.pauseLane
      }
      case 'fail': {
        const { code: cause, message } = next
        if (next.ourFault) {
          const about = { err: error, transferId: row.id, stage: step }
          platform.log.error(about, 'a transfer failed because of an error in the product')
        }
        const text = `${message}${quoted(next.details)}`
        await end(new Ending({ kind: 'failed', cause, message }, text, {}, 'text'), { ok: false })
        return true
      }
    }
  } catch (err) {
    platform.log.error({ err, transferId: held.row.id }, 'the end of a run could not be written')
    return true
  }
}

const quoted = (details: string) => (details ? ` Svar: «${details.slice(0, 300)}»` : '')

async function pause(platform: Platform, userId: string, now: number): Promise<void> {
  const fiken = await connectionOf(platform.db, userId, 'fiken')
  if (!fiken?.lane) return
  const until = new Date(now + OUTAGE_PAUSE_MS * platform.ladderScale)
  await pauseLane(platform.db, fiken.lane, until)
}
