import type { Vendor } from '#shared/contracts/connections'
import { RETRY_LADDER_MS } from '../../../platform/backoff.ts'
import { instant } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ActivityEntry } from '../../activity-log/record.ts'
import { billedClientOf, choiceOf } from '../../collective/queries.ts'
import { grantLives } from '../../connections/queries.ts'
import { draftTitle } from '../draft-title.ts'
import { standing, type Outcome } from '../outcome.ts'
import type { TransferChange, TransferRow } from '../tables.ts'
import type { Timeline } from '../timeline.ts'
import { claimedRows, NO_CLAIM, writeClaimed, type SharesByRow } from './claim-store.ts'
import type { Ending } from './ending.ts'
import { readBlocker } from '../settings-store.ts'

/** The row that a run has claimed, and the changes that are not written yet. */
export interface Held {
  row: TransferRow
  claim: string
  timeline: Timeline
  pendingPatch?: TransferChange
  /** The other rows of its draft, which end alike. */
  others?: readonly TransferRow[]
  /** What of the draft is each one's, when it is done. */
  shares?: SharesByRow | undefined
}

/**
 * Ends a run: writes status, claim, timeline and activity log in one statement. A run that has lost
 * its claim writes nothing, since the row is another run's.
 *
 * @param options.step the step that the timeline names
 * @param options.waitsFor the vendor that must be connected again before the row can go on
 */
export async function endRun(
  platform: Platform,
  { row, claim, timeline, pendingPatch, others = [], shares }: Held,
  ending: Ending,
  options: { step: string; ok?: boolean | null; waitsFor?: Vendor },
): Promise<void> {
  const now = instant(platform.clock)
  const { ok = ending.outcome.kind === 'completed' } = options
  timeline.step(options.step, ending.text, ok)
  measure(platform, row, ending.outcome, now)
  const change = { ...pendingPatch, ...ending.patch }
  if (others.length > 0) keepOwn(change)
  const writeEnd = (db: Db, outcome: Outcome) =>
    writeClaimed(db, claimedRows(row, others), claim, {
      change: {
        ...change,
        ...standing(outcome),
        ...(change.collectiveRun === undefined ? {} : { collectiveRun: change.collectiveRun }),
        ...NO_CLAIM,
        updatedAt: now,
      },
      entries: timeline.take(),
      doneAt: outcome.kind === 'completed' ? now : undefined,
      activity: entryOf(row, others, ending, now),
      shares: outcome.kind === 'completed' ? shares : undefined,
    })
  if (!waitsForSomething(ending.outcome, options.waitsFor)) {
    await writeEnd(platform.db, ending.outcome)
    return
  }
  await platform.db.transaction(async (tx) => {
    await writeEnd(tx, await asOfNow(platform, tx, row, ending.outcome, options.waitsFor))
  })
}

function keepOwn(change: TransferChange): void {
  const isForgotten = change.netAmount === null
  // With its job, a row says whom that is for; otherwise whom the draft is for.
  if ('snapshot' in change) delete change.customerName
  for (const key of OF_ONE_JOB) delete change[key]
  if (isForgotten) change.netAmount = null
}

/** What of an ending is about the run's own job, or about the whole, and is no other row's. */
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

/** A job that nobody touched on its way is measured from its ping. */
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

/**
 * If so, what the row waits for may come just as it begins to wait: both are then settled in one
 * transaction.
 */
const waitsForSomething = (outcome: Outcome, waitsFor: Vendor | undefined) =>
  waitsFor !== undefined ||
  (outcome.kind === 'waiting' &&
    (outcome.reason === 'company' ||
      outcome.reason === 'inactive' ||
      outcome.reason === 'collective'))

/**
 * If what the row would wait for came while its run ended, nothing would start the row. It goes
 * back into the queue instead.
 */
async function asOfNow(
  platform: Platform,
  tx: Db,
  row: TransferRow,
  outcome: Outcome,
  waitsFor: Vendor | undefined,
): Promise<Outcome> {
  if (waitsFor && outcome.kind === 'again' && (await grantLives(tx, row.userId, waitsFor))) {
    const [shortest = 0] = RETRY_LADDER_MS
    return { ...outcome, at: new Date(platform.clock.now() + shortest * platform.ladderScale) }
  }
  if (outcome.kind !== 'waiting') return outcome
  if (outcome.reason === 'collective') {
    const client = row.snapshot && billedClientOf(row.snapshot)
    const choice = client && (await choiceOf(tx, row.userId, client, { hold: true }))
    return choice ? outcome : { kind: 'released', attempts: row.attempts }
  }
  if (outcome.reason !== 'company' && outcome.reason !== 'inactive') return outcome
  const blocker = await readBlocker(tx, row.userId, row.askedWhileOff, null, { hold: true })
  return blocker === null ? { kind: 'released', attempts: row.attempts } : outcome
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
    userId: row.userId,
    ...entry,
    metadata: { ...metadata, ...(cause ? { error: cause } : {}) },
    at,
  }
}

/** What waits has not failed, and neither has what was accepted as it is. */
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
