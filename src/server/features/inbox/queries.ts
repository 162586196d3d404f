import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { keyTable, readTogether } from '../../platform/database/together.ts'
import { jobSweeps, webhookEvents } from './tables.ts'

/** True if the job has unprocessed webhook events. */
export async function hasPendingEvents(db: Db, userId: string, jobUuid: string): Promise<boolean> {
  return (await readOpen(db, { userId, jobUuid })).length > 0
}

const readOpen = readTogether<
  { userId: string; jobUuid: string },
  { userId: string; jobUuid: string }
>(
  ({ userId, jobUuid }) => `${userId} ${jobUuid}`,
  (db, keys) =>
    db
      .selectDistinct({ userId: sql<string>`k."userId"`, jobUuid: sql<string>`k."jobUuid"` })
      .from(webhookEvents)
      .innerJoin(
        keyTable(keys, sql`"userId" uuid, "jobUuid" text`),
        and(
          eq(webhookEvents.userId, sql`k."userId"`),
          eq(webhookEvents.objectId, sql`k."jobUuid"`),
        ),
      )
      .where(eq(webhookEvents.processed, false)),
)

async function lastEventAt(db: Db, userId: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: webhookEvents.createdAt })
    .from(webhookEvents)
    .where(
      and(
        eq(webhookEvents.userId, userId),
        sql`${webhookEvents.eventType} not in ('sweep', 'sync', 'manual', 'reconnect')`,
      ),
    )
    .orderBy(desc(webhookEvents.createdAt))
    .limit(1)
  return row?.at ?? null
}

/** When ServiceM8 last sent an event, and when the account was last swept. */
export async function lastContact(
  db: Db,
  userId: string,
): Promise<{ webhookAt: Date | null; sweptAt: Date | null }> {
  const webhookAt = await lastEventAt(db, userId)
  const [sweep] = await db
    .select({ lastAt: jobSweeps.lastAt })
    .from(jobSweeps)
    .where(eq(jobSweeps.userId, userId))
  return { webhookAt, sweptAt: sweep?.lastAt ?? null }
}
