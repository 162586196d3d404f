import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { transferEvents } from './tables.ts'
import type { NewTimelineEntry } from './timeline.ts'

/**
 * Returns the part of a larger statement that writes the entries for the row in `mine`, if there is
 * one.
 */
export function entriesOf(mine: SQL, companyId: string, entries: readonly NewTimelineEntry[]): SQL {
  return sql`insert into transfer_events (transfer_id, user_id, at, kind, actor_id, step, text, ok, vendor, method, path, status, request_id, duration_ms)
    select mine.id, ${companyId}::uuid, e.at, e.kind, e."actorId", e.step, e.text, e.ok, e.vendor, e.method, e.path, e.status, e."requestId", e."durationMs"
    from ${mine} mine, rows from (jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as (at timestamptz, kind text, "actorId" uuid, step text, text text,
      ok boolean, vendor text, method text, path text, status integer, "requestId" text, "durationMs" integer)) with ordinality
      as e(at, kind, "actorId", step, text, ok, vendor, method, path, status, "requestId", "durationMs", place)
    order by e.place`
}

export async function timelineOf(db: Db, companyId: string, transferId: string) {
  return db
    .select()
    .from(transferEvents)
    .where(and(eq(transferEvents.companyId, companyId), eq(transferEvents.transferId, transferId)))
    .orderBy(asc(transferEvents.id))
    .limit(2_000)
}

export async function insertEntries(
  db: Db,
  transfer: { id: string; companyId: string },
  entries: readonly NewTimelineEntry[],
): Promise<void> {
  await db.insert(transferEvents).values(
    entries.map((entry) => ({
      ...entry,
      transferId: transfer.id,
      companyId: transfer.companyId,
    })),
  )
}
