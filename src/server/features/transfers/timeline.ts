import { and, asc, eq } from 'drizzle-orm'
import type { VendorCall } from '#clients/http/transport'
import { instant, type Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { transferEvents } from './tables.ts'

type Row = typeof transferEvents.$inferInsert
type Entry = Omit<Row, 'transferId' | 'userId' | 'id'>

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
}

export function createJournal(clock: Clock): Journal {
  let entries: Entry[] = []
  const add = (kind: Entry['kind'], step: string, text: string, ok: boolean | null) => {
    entries.push({ at: instant(clock), kind, step, text, ok })
  }
  return {
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
      const writing = entries
      entries = []
      if (writing.length === 0) return
      await db
        .insert(transferEvents)
        .values(writing.map((entry) => ({ ...entry, transferId: transfer.id, userId: transfer.userId })))
    },
  }
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
