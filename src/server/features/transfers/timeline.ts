import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import type { VendorCall } from '#clients/http/transport'
import { instant, type Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { transferEvents } from './tables.ts'

type Row = typeof transferEvents.$inferInsert
export type JournalEntry = Omit<Row, 'transferId' | 'userId' | 'id'>

/**
 * The diary of one look or one run: each step and each vendor call, in order. Calls are kept in memory until the next step is written, so
 * that a run makes few writes; what a crash loses of them is in the vendor's own log under the request id.
 */
export interface Journal {
  /** Hand this to a client as its observer. */
  observe: (call: VendorCall) => void
  step(step: string, text: string, ok?: boolean | null): void
  person(step: string, text: string): void
  /** Writes what has gathered, under the transfer. */
  flush(db: Db, transfer: { id: string; userId: string }): Promise<void>
  /** Hands over what has gathered, to be written with something else; what could not be written is put back. */
  take(): JournalEntry[]
  putBack(entries: readonly JournalEntry[]): void
}

export function createJournal(clock: Clock): Journal {
  const entries: JournalEntry[] = []
  const add = (kind: JournalEntry['kind'], step: string, text: string, ok: boolean | null) => {
    entries.push({ at: instant(clock), kind, step, text, ok })
  }
  const take = () => entries.splice(0)
  return {
    take,
    putBack: (taken) => entries.unshift(...taken),
    observe: (call) => {
      entries.push({
        at: new Date(call.startedAt),
        kind: 'call',
        step: call.vendor,
        text: call.error ?? 'ok',
        ok: call.error === undefined,
        vendor: call.vendor,
        method: call.method,
        path: call.path,
        status: call.status,
        requestId: call.requestId,
        durationMs: Math.round(call.durationMs),
      })
    },
    step: (step, text, ok = true) => add('step', step, text, ok),
    person: (step, text) => add('person', step, text, null),
    flush: async (db, transfer) => {
      const writing = take()
      if (writing.length === 0) return
      await db
        .insert(transferEvents)
        .values(writing.map((entry) => ({ ...entry, transferId: transfer.id, userId: transfer.userId })))
    },
  }
}

/** The entries as a statement that writes them for the one row which `mine` names, if it names one: a part of a larger one. */
export function entriesOf(mine: SQL, userId: string, entries: readonly JournalEntry[]): SQL {
  return sql`insert into transfer_events (transfer_id, user_id, at, kind, step, text, ok, vendor, method, path, status, request_id, duration_ms)
    select mine.id, ${userId}::uuid, e.at, e.kind, e.step, e.text, e.ok, e.vendor, e.method, e.path, e.status, e."requestId", e."durationMs"
    from ${mine} mine, rows from (jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as (at timestamptz, kind text, step text, text text,
      ok boolean, vendor text, method text, path text, status integer, "requestId" text, "durationMs" integer)) with ordinality
      as e(at, kind, step, text, ok, vendor, method, path, status, "requestId", "durationMs", place)
    order by e.place`
}

/** Everything that has happened to a transfer, oldest first. */
export async function timelineOf(db: Db, userId: string, transferId: string) {
  return db
    .select()
    .from(transferEvents)
    .where(and(eq(transferEvents.userId, userId), eq(transferEvents.transferId, transferId)))
    .orderBy(asc(transferEvents.id))
    .limit(2_000)
}
