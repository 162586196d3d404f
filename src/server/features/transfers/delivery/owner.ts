import { formatDateTime } from '#shared/dates'
import { isBeingUndone } from '#shared/transfer-status'
import { instant } from '../../../platform/clock.ts'
import { pauseLane } from '../../connections/pause.ts'
import { connectionOf } from '../../connections/queries.ts'
import type { NothingSent } from '../../documents/document-run.ts'
import { OUTAGE_PAUSE_MS } from '../../documents/failure-policy.ts'
import type { AfterFault, Owner } from '../../documents/runner.ts'
import { transferById } from '../queries.ts'
import type { TransferRow } from '../tables.ts'
import { clearBackoffAfterOutage, type SharesByRow } from './claim-store.ts'
import type { Hold, Run } from './context.ts'
import { endRun } from './end-run.ts'
import { Ending, NotSent } from './ending.ts'

/** Should the reconnecting go unnoticed; it normally clears the wait immediately. */
const GRANT_WAIT_MS = 86_400_000

/** How a run of a transfer, or of the transfers of a set, has ended. */
export interface Ended {
  ending: Ending
  /** The step that the timeline names; where the run was, unless said. */
  step?: string
  /** What each job has of a draft of several. */
  shares?: SharesByRow
}

/** The end of steps that have gone as far as they go. */
export function endedBy(run: Run, ending: Ending, shares?: SharesByRow): { ended: Ended } {
  const isDone = ending.outcome.kind === 'completed'
  const step = isBeingUndone(run.row) ? 'undo' : isDone ? 'settle' : run.stage
  return { ended: { ending, step, ...(shares ? { shares } : {}) } }
}

/** For the runner: what the next step needs, or how the run has ended. */
export const nextOrEnded = <T>(result: T | Ending): { ended: Ended } | { goesOn: T } =>
  result instanceof Ending ? { ended: { ending: result } } : { goesOn: result }

/** For the runner: the transfer that is held, and the others of its draft, which end alike. */
export function ownerOf(hold: Hold): Owner<Ended> {
  const { platform, row, others } = hold
  const hadOutage = row.errorCode === 'fiken_down'
  return {
    platform,
    about: { transferId: row.id },
    end: async ({ ending, step = hold.stage, shares }) => {
      await endRun(platform, { ...hold, others, shares }, ending, { step })
      if (hadOutage && ending.outcome.kind === 'completed')
        await clearBackoffAfterOutage(platform.db, row.userId, instant(platform.clock))
    },
    stopped,
    afterFault: async () => {
      const stored = (await transferById(platform.db, row.userId, row.id)) ?? row
      return afterFault(hold, stored, others)
    },
  }
}

function stopped(error: NothingSent): Ended {
  if (error instanceof NotSent) return { ending: error.ending }
  throw error
}

function afterFault(hold: Hold, row: TransferRow, others: readonly TransferRow[]): AfterFault {
  const { platform, claim, timeline, stage } = hold
  const end = (ending: Ending, how: { ok: boolean | null; waitsFor?: 'servicem8' | 'fiken' }) =>
    endRun(platform, { row, claim, timeline, others }, ending, { step: stage, ...how })
  const asNotTaken = Math.max(0, row.attempts - 1)
  return {
    context: {
      failures: row.attempts,
      former: row.errorCode,
      outcomeUnknown: row.outcomeUnknown,
      stage,
    },
    giveBack: () => {
      const text = 'Avbrutt av omstart; legges tilbake i køen'
      return end(new Ending({ kind: 'released', attempts: asNotTaken }, text), { ok: null })
    },
    waitForGrant: ({ code: cause, message, vendor }) => {
      const at = new Date(platform.clock.now() + GRANT_WAIT_MS)
      const outcome = { kind: 'again', at, cause, message, attempts: asNotTaken } as const
      return end(new Ending(outcome, message), { ok: false, waitsFor: vendor })
    },
    tryAgain: async (decision, at) => {
      const { code: cause, message, failures: attempts, details } = decision
      const text = `${message} Neste forsøk ${formatDateTime(at)}.${quoted(details)}`
      if (decision.pauseLane) await pause(hold)
      await end(new Ending({ kind: 'again', at, cause, message, attempts }, text), { ok: false })
    },
    fail: ({ code: cause, message, details }) => {
      const text = `${message}${quoted(details)}`
      return end(new Ending({ kind: 'failed', cause, message }, text, {}, 'text'), { ok: false })
    },
  }
}

const quoted = (details: string) => (details ? ` Svar: «${details.slice(0, 300)}»` : '')

async function pause({ platform, row }: Hold): Promise<void> {
  const fiken = await connectionOf(platform.db, row.userId, 'fiken')
  if (!fiken?.lane) return
  const until = new Date(platform.clock.now() + OUTAGE_PAUSE_MS * platform.ladderScale)
  await pauseLane(platform.db, fiken.lane, until)
}
