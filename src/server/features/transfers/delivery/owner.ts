import { formatDateTime } from '#shared/dates'
import { isBeingUndone } from '#shared/transfer-status'
import { RETRY_LADDER_MS } from '../../../platform/backoff.ts'
import { instant } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ActivityEntry } from '../../activity-log/record.ts'
import { pauseLane } from '../../connections/pause.ts'
import { connectionOf, grantLives } from '../../connections/queries.ts'
import type { NothingSent } from '../../documents/document-run.ts'
import { OUTAGE_PAUSE_MS } from '../../documents/failure-policy.ts'
import type { AfterFault, Owner } from '../../documents/runner.ts'
import { draftTitle } from '../draft-title.ts'
import { standing, type Outcome } from '../outcome.ts'
import { transferById } from '../queries.ts'
import type { TransferChange, TransferRow } from '../tables.ts'
import {
  claimedRows,
  clearBackoffAfterOutage,
  NO_CLAIM,
  writeClaimed,
  type SharesByRow,
} from './claim-store.ts'
import type { Hold, Run } from './context.ts'
import { Ending, NotSent } from './ending.ts'

/**
 * The longest wait in milliseconds for a new grant, in case the reconnection goes unnoticed;
 * normally it clears the wait immediately.
 */
const GRANT_WAIT_MS = 86_400_000

export interface Ended {
  ending: Ending
  step?: string
  shares?: SharesByRow
}

export function endedBy(run: Run, ending: Ending, shares?: SharesByRow): { ended: Ended } {
  const isDone = ending.outcome.kind === 'completed'
  const step = isBeingUndone(run.row) ? 'undo' : isDone ? 'settle' : run.stage
  return { ended: { ending, step, ...(shares ? { shares } : {}) } }
}

export const nextOrEnded = <T>(result: T | Ending): { ended: Ended } | { goesOn: T } =>
  result instanceof Ending ? { ended: { ending: result } } : { goesOn: result }

export function ownerOf(hold: Hold): Owner<Ended> {
  const { platform, row, others } = hold
  const hadOutage = row.errorCode === 'fiken_down'
  return {
    platform,
    about: { transferId: row.id },
    end: async ({ ending, step = hold.stage, shares }) => {
      await endRun({ ...hold, others }, ending, { step, shares })
      if (hadOutage && ending.outcome.kind === 'completed')
        await clearBackoffAfterOutage(platform.db, row.companyId, instant(platform.clock))
    },
    stopped,
    afterFault: async () => {
      const stored = (await transferById(platform.db, row.companyId, row.id)) ?? row
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
  const end = (ending: Ending, ok: boolean | null) =>
    endRun({ platform, row, claim, timeline, others }, ending, { step: stage, ok })
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
      return end(new Ending({ kind: 'released', attempts: asNotTaken }, text), null)
    },
    waitForGrant: ({ code: cause, message, vendor }) => {
      const at = new Date(platform.clock.now() + GRANT_WAIT_MS)
      const outcome = { kind: 'again', at, cause, message, attempts: asNotTaken } as const
      const [shortest = 0] = RETRY_LADDER_MS
      const soon = () => new Date(platform.clock.now() + shortest * platform.ladderScale)
      const asOfNow = async (tx: Db): Promise<Outcome> =>
        (await grantLives(tx, row.companyId, vendor)) ? { ...outcome, at: soon() } : outcome
      return end(new Ending(outcome, message, {}, null, asOfNow), false)
    },
    tryAgain: async (decision, at) => {
      const { code: cause, message, failures: attempts, details } = decision
      const text = `${message} Neste forsøk ${formatDateTime(at)}.${quoted(details)}`
      if (decision.pauseLane) await pause(hold)
      await end(new Ending({ kind: 'again', at, cause, message, attempts }, text), false)
    },
    fail: ({ code: cause, message, details }) => {
      const text = `${message}${quoted(details)}`
      return end(new Ending({ kind: 'failed', cause, message }, text, {}, 'text'), false)
    },
  }
}

const quoted = (details: string) => (details ? ` Svar: «${details.slice(0, 300)}»` : '')

async function pause({ platform, row }: Hold): Promise<void> {
  const fiken = await connectionOf(platform.db, row.companyId, 'fiken')
  if (!fiken?.lane) return
  const until = new Date(platform.clock.now() + OUTAGE_PAUSE_MS * platform.ladderScale)
  await pauseLane(platform.db, fiken.lane, until)
}

/**
 * Writes status, claim, timeline and activity log in one SQL statement. A run that has lost its
 * claim writes nothing, because another run has the row.
 */
async function endRun(
  { platform, row, claim, timeline, pendingPatch, others }: EndedHold,
  ending: Ending,
  { step, ok = ending.outcome.kind === 'completed', shares }: HowEnded,
): Promise<void> {
  const { db } = platform
  const now = instant(platform.clock)
  timeline.step(step, ending.text, ok)
  measure(platform, row, ending.outcome, now)
  const change = { ...pendingPatch, ...ending.patch }
  if (others.length > 0) keepOwn(change)
  const writeEnd = (tx: Db, outcome: Outcome) =>
    writeClaimed(tx, claimedRows(row, others), claim, {
      change: { ...change, ...standing(outcome), ...NO_CLAIM, updatedAt: now },
      entries: timeline.take(),
      doneAt: outcome.kind === 'completed' ? now : undefined,
      activity: entryOf(row, others, ending, now),
      shares: outcome.kind === 'completed' ? shares : undefined,
    })
  const { asOfNow, outcome } = ending
  if (asOfNow === null) await writeEnd(db, outcome)
  else await db.transaction(async (tx) => writeEnd(tx, await asOfNow(tx)))
}

type EndedHold = Pick<Hold, 'platform' | 'row' | 'claim' | 'timeline' | 'others'> &
  Partial<Pick<Hold, 'pendingPatch'>>

interface HowEnded {
  step: string
  ok?: boolean | null
  shares?: SharesByRow | undefined
}

function keepOwn(change: TransferChange): void {
  const isForgotten = change.netAmount === null
  // When the change includes a snapshot, its customer name belongs to that job and is not written
  // to all rows; otherwise it is the draft's recipient.
  if ('snapshot' in change) delete change.customerName
  for (const key of OF_ONE_JOB) delete change[key]
  if (isForgotten) change.netAmount = null
}

/** The columns of one job, which are not written to all rows of a shared draft. */
const OF_ONE_JOB = [
  'snapshot',
  'servicem8Data',
  'jobCompletedAt',
  'jobNumber',
  'poNumber',
  'lineItemsCount',
  'amount',
  'netAmount',
] as const satisfies (keyof TransferChange)[]

/**
 * Records the run in the metrics. For a job that no user has touched, the time since its webhook is
 * recorded too.
 */
function measure(
  { metrics }: Platform,
  { claimedAt, createdAt, startedByWebhook, retryCount }: TransferRow,
  { kind }: Outcome,
  now: Date,
): void {
  const seconds = (since: Date) => Math.max(0, now.getTime() - since.getTime()) / 1_000
  const isUntouched = kind === 'completed' && startedByWebhook && retryCount === 0
  metrics.transferRun(kind, seconds(claimedAt ?? now), isUntouched ? seconds(createdAt) : null)
}

function entryOf(
  row: TransferRow,
  others: readonly TransferRow[],
  ending: Ending,
  at: Date,
): ActivityEntry | undefined {
  if (ending.entry === null) return undefined
  const title = draftTitle([row, ...others])
  const { outcome } = ending
  const entry =
    ending.entry === 'text'
      ? { ...actionOf(row, outcome), description: `${title}: ${ending.text}` }
      : { type: 'transfer' as const, ...ending.entry(title) }
  const cause = outcome.kind === 'failed' || outcome.kind === 'waiting' ? outcome.cause : undefined
  const metadata = { jobUuid: row.servicem8JobId, transferId: row.id }
  return {
    companyId: row.companyId,
    actor: null,
    ...entry,
    metadata: { ...metadata, ...(cause ? { error: cause } : {}) },
    at,
  }
}

/**
 * Returns the activity log's action for an outcome. A waiting job has not failed, and neither has a
 * job accepted as it is.
 */
function actionOf(
  { startedByWebhook }: TransferRow,
  { kind }: Outcome,
): Pick<ActivityEntry, 'type' | 'action' | 'success'> {
  if (kind === 'completed') {
    const action = startedByWebhook ? 'webhook_auto_transfer' : 'transfer_completed'
    return { type: 'transfer', action, success: true }
  }
  if (kind !== 'failed') return { type: 'transfer', action: 'transfer_waits', success: null }
  const action = startedByWebhook ? 'webhook_auto_transfer_failed' : 'transfer_failed'
  return { type: 'error', action, success: false }
}
