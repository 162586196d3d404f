import { and, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { PendingReason } from '#shared/transfer-status'
import type { Db } from '../../../platform/database/database.ts'
import { standing } from '../outcome.ts'
import { BILLED_CLIENT, wasNotSent, keptOf, waitsFor } from '../queries.ts'
import { start, changeKept } from '../store.ts'
import { transfers } from '../tables.ts'
import { isStartable, waitsForSetOf } from './queries.ts'

/**
 * Starts a set with a client's waiting jobs or, with `ids`, with only those jobs, including undone
 * and restored ones. Returns the started transfers' ids.
 * @param run the new set's id
 */
export async function startSet(
  db: Db,
  companyId: string,
  { clientUuid, ids }: { clientUuid: string; ids?: readonly string[] },
  { run, now, askedWhileOff }: { run: string; now: Date; askedWhileOff: boolean },
): Promise<string[]> {
  const how = { collectiveRun: run, needsFetch: true, askedWhileOff, updatedAt: now }
  return start(db, companyId, isStartable(clientUuid, ids), how)
}

/**
 * Makes jobs of started sets wait for their customers' collective drafts again, if the settings
 * stop them for `reason` and nothing was sent. Returns the number of jobs.
 * @param clientUuids the customers who get collective drafts
 */
export async function waitAgain(
  db: Db,
  companyId: string,
  clientUuids: readonly string[],
  { reason, now }: { reason: PendingReason; now: Date },
): Promise<number> {
  if (clientUuids.length === 0) return 0
  const isTheirs = inArray(BILLED_CLIENT, [...clientUuids])
  const which = and(waitsFor(reason), isNotNull(transfers.collectiveRun), wasNotSent(), isTheirs)
  const rows = await changeKept(db, companyId, which, {
    ...standing({ kind: 'waiting', reason: 'collective' }),
    needsFetch: false,
    askedWhileOff: false,
    updatedAt: now,
  })
  return rows.length
}

/**
 * Takes a customer's jobs out of started sets, because the customer no longer gets collective
 * drafts. Queued jobs continue alone, and running jobs do so once they are requeued; jobs on hold
 * stay on hold for the same reason. Returns the number of jobs by reason.
 */
export async function leaveSets(
  db: Db,
  companyId: string,
  clientUuid: string,
  { now }: { now: Date },
): Promise<Record<'queued' | HeldBy, number>> {
  const rows = await db
    .update(transfers)
    .set({ collectiveRun: null, updatedAt: now })
    .where(
      and(
        keptOf(companyId),
        isNotNull(transfers.collectiveRun),
        wasNotSent(),
        or(inArray(transfers.status, ['queued', 'processing']), waitsFor(...HELD_BY)),
        sql`${BILLED_CLIENT} = ${clientUuid}`,
      ),
    )
    .returning({ status: transfers.status, reason: transfers.pendingReason })
  const count = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).length
  return {
    queued: count(({ status }) => status === 'queued'),
    inactive: count(({ reason }) => reason === 'inactive'),
    company: count(({ reason }) => reason === 'company'),
  }
}

const HELD_BY = ['inactive', 'company'] as const satisfies readonly PendingReason[]
export type HeldBy = (typeof HELD_BY)[number]

/** Requeues the customer's waiting jobs, each for a draft of its own. Returns their number. */
export async function releaseWaiting(
  db: Db,
  companyId: string,
  clientUuid: string,
  { now, askedWhileOff }: { now: Date; askedWhileOff: boolean },
): Promise<number> {
  const how = { needsFetch: true, askedWhileOff, updatedAt: now }
  return (await start(db, companyId, waitsForSetOf(clientUuid), how)).length
}
