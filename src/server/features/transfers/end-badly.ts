import { formatDateTime } from '#shared/dates'
import type { Vendor } from '#shared/contracts/connections'
import { jobTitle } from '#shared/transfer-display'
import { instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ActivityEntry } from '../activity-log/record.ts'
import { pauseLane } from '../connections/pause.ts'
import { connectionOf, grantLives } from '../connections/read-connections.ts'
import { afterFailure, OUTAGE_PAUSE_MS, type AfterFailure } from './after-failure.ts'
import { RETRY_LADDER_MS } from './backoff.ts'
import { writeClaimed } from './lane-store.ts'
import { notWanted } from './still-wanted.ts'
import { Stop } from './stop.ts'
import { transferById, type NewTransfer, type TransferRow } from './store.ts'
import type { Journal } from './timeline.ts'
import { lockWishes } from './wish-store.ts'

/**
 * A run did not reach its end. Decides (after-failure.ts) and writes what becomes of the row, so that no transfer is ever left in
 * processing by anything but a killed process, and that one is taken back by the next drain.
 */
export async function endBadly(
  platform: Platform,
  claimed: TransferRow,
  claim: string,
  journal: Journal,
  stage: string,
  error: unknown,
): Promise<void> {
  try {
    if (error instanceof Stop) {
      journal.step(stage, error.message, error.change.status === 'completed')
      return await put(platform, claimed, claim, journal, error.change, error.logged ? error.message : null)
    }
    const row = (await transferById(platform.db, claimed.userId, claimed.id)) ?? claimed
    const next = afterFailure(error, {
      failures: row.attempts,
      former: row.errorCode,
      outcomeUnknown: row.outcomeUnknown,
      stage,
      random: platform.random(),
      scale: platform.ladderScale,
    })
    if (next.kind === 'fail' && next.ourFault)
      platform.log.error({ err: error, transferId: row.id, stage }, 'a transfer failed by a fault of ours')
    await carryOut(platform, row, claim, journal, stage, next)
  } catch (err) {
    // The database itself failed: the row stays in processing and is taken back when it answers again.
    platform.log.error({ err, transferId: claimed.id }, 'the end of a run could not be written')
  }
}

async function carryOut(
  platform: Platform,
  row: TransferRow,
  claim: string,
  journal: Journal,
  stage: string,
  next: AfterFailure,
): Promise<void> {
  const now = platform.clock.now()
  switch (next.kind) {
    case 'give_back':
      journal.step(stage, 'Avbrutt av omstart; legges tilbake i køen', null)
      return put(
        platform,
        row,
        claim,
        journal,
        { status: 'queued', attempts: Math.max(0, row.attempts - 1), nextAttemptAt: null },
        null,
      )
    case 'wait_for_grant':
      journal.step(stage, next.message, false)
      return put(
        platform,
        row,
        claim,
        journal,
        // A day, should the reconnecting not be noticed; it normally clears the wait at once.
        {
          status: 'queued',
          attempts: Math.max(0, row.attempts - 1),
          errorCode: next.code,
          errorMessage: next.message,
          nextAttemptAt: new Date(now + 86_400_000),
        },
        null,
        next.vendor,
      )
    case 'again': {
      const at = new Date(now + next.delayMs)
      journal.step(stage, `${next.message} Neste forsøk ${formatDateTime(at)}.${said(next.details)}`, false)
      if (next.pauseLane) await pause(platform, row.userId, now)
      return put(
        platform,
        row,
        claim,
        journal,
        { status: 'queued', attempts: next.failures, errorCode: next.code, errorMessage: next.message, nextAttemptAt: at },
        null,
      )
    }
    case 'fail':
      journal.step(stage, `${next.message}${said(next.details)}`, false)
      return put(
        platform,
        row,
        claim,
        journal,
        { status: 'failed', errorCode: next.code, errorMessage: next.message, nextAttemptAt: null },
        `${next.message}${said(next.details)}`,
      )
  }
}

const [SHORTEST_WAIT_MS = 0] = RETRY_LADDER_MS

const said = (details: string) => (details ? ` Svar: «${details.slice(0, 300)}»` : '')

/** What a row would wait for may have come while its run ended: then nobody would start it, so it goes back into the queue. */
async function asItIsNow(
  platform: Platform,
  tx: Db,
  row: TransferRow,
  change: Partial<NewTransfer>,
  waitsFor: Vendor | null,
): Promise<Partial<NewTransfer>> {
  if (waitsFor !== null && (await grantLives(tx, row.userId, waitsFor))) {
    return { ...change, nextAttemptAt: new Date(platform.clock.now() + SHORTEST_WAIT_MS * platform.ladderScale) }
  }
  if (change.pendingReason !== 'company' && change.pendingReason !== 'inactive') return change
  const wishes = await lockWishes(tx, row.userId)
  if (!wishes || notWanted(wishes, row, null)) return change
  return { ...change, status: 'queued', pendingReason: null, nextAttemptAt: null }
}

async function pause(platform: Platform, userId: string, now: number): Promise<void> {
  const fiken = await connectionOf(platform.db, userId, 'fiken')
  if (fiken?.lane) await pauseLane(platform.db, fiken.lane, new Date(now + OUTAGE_PAUSE_MS * platform.ladderScale))
}

async function put(
  platform: Platform,
  row: TransferRow,
  claim: string,
  journal: Journal,
  change: Partial<NewTransfer>,
  logged: string | null,
  waitsFor: Vendor | null = null,
): Promise<void> {
  const now = instant(platform.clock)
  await platform.db.transaction(async (tx) => {
    const final = await asItIsNow(platform, tx, row, change, waitsFor)
    await writeClaimed(tx, row, claim, {
      change: { ...final, claim: null, claimedAt: null, stage: null, updatedAt: now },
      entries: journal.take(),
      activity: logged === null ? undefined : activityOf(row, change, logged, now),
    })
  })
}

function activityOf(row: TransferRow, change: Partial<NewTransfer>, logged: string, at: Date): ActivityEntry {
  return {
    userId: row.userId,
    type: 'transfer',
    action: 'webhook_auto_transfer_failed',
    description: `${jobTitle(row.servicem8Data, row.servicem8JobId)}: ${logged}`,
    success: change.status === 'completed',
    metadata: { jobUuid: row.servicem8JobId, transferId: row.id, ...(change.errorCode ? { error: change.errorCode } : {}) },
    at,
  }
}
