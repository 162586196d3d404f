import type { VendorCall } from '#clients/http/transport'
import { instant, type Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/caller.ts'
import { insertEntries } from './timeline-store.ts'
import type { transferEvents } from './tables.ts'

type Row = typeof transferEvents.$inferInsert
export type NewTimelineEntry = Omit<Row, 'transferId' | 'companyId' | 'id'>

/**
 * The record of one check of a job or one run: each step and vendor call, in order. Vendor calls
 * are kept in memory until the next step is written, so that a run makes few writes; calls lost in
 * a crash can be found in the vendor's own log by request id.
 */
export interface Timeline {
  observe: (call: VendorCall) => void
  step(step: string, text: string, ok?: boolean | null): void
  person(step: string, text: string, actor: Actor | null): void
  flush(db: Db, transfer: { id: string; companyId: string }): Promise<void>
  /** Returns the entries and removes them; putBack() restores those that could not be written. */
  take(): NewTimelineEntry[]
  putBack(entries: readonly NewTimelineEntry[]): void
}

export function createTimeline(clock: Clock): Timeline {
  const entries: NewTimelineEntry[] = []
  const add = (entry: Omit<NewTimelineEntry, 'at'>) => {
    entries.push({ at: instant(clock), ...entry })
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
    step: (step, text, ok = true) => add({ kind: 'step', step, text, ok }),
    person: (step, text, actor) =>
      add({ kind: 'person', step, text, ok: null, actorId: actor?.id ?? null }),
    flush: async (db, transfer) => {
      const writing = take()
      if (writing.length === 0) return
      await insertEntries(db, transfer, writing)
    },
  }
}
