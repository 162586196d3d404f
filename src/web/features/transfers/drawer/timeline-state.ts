import { VENDOR_NAMES } from '#shared/access/vendor-names'
import { VENDORS } from '#shared/contracts/connections'
import type { TimelineEntry } from '#shared/contracts/transfers/row'

/** A single step or user action, or a collapsed group of successful requests. */
export type TimelineItem =
  { kind: 'entry'; entry: TimelineEntry } | { kind: 'calls'; calls: readonly TimelineEntry[] }

function systemOf(entry: TimelineEntry): string {
  const vendor = VENDORS.find((known) => known === entry.vendor)
  return vendor ? VENDOR_NAMES[vendor] : (entry.vendor ?? '')
}

/** Folds the successful requests between two steps, and says what stands twice running once. */
export function itemsOf(entries: readonly TimelineEntry[]): TimelineItem[] {
  const items: TimelineItem[] = []
  for (const entry of entries) {
    const last = items.at(-1)
    // A step that stops the job gives its reason, and so does the stop after it.
    const isRepeated =
      entry.kind !== 'call' && last?.kind === 'entry' && last.entry.text === entry.text
    if (isRepeated) continue
    if (entry.kind !== 'call' || entry.ok === false) items.push({ kind: 'entry', entry })
    else if (last?.kind === 'calls')
      items[items.length - 1] = { kind: 'calls', calls: [...last.calls, entry] }
    else items.push({ kind: 'calls', calls: [entry] })
  }
  return items
}

/** Returns an entry's sentence, without a request's error code, which users do not understand. */
export function sentenceOf(entry: TimelineEntry): string {
  if (entry.kind !== 'call') return entry.text
  return entry.status === null
    ? `${systemOf(entry)} svarte ikke`
    : `${systemOf(entry)} svarte ${entry.status}`
}

/** Returns a title such as "3 kall til ServiceM8 og Fiken". */
export function callsTitle(calls: readonly TimelineEntry[]): string {
  return `${calls.length} kall til ${[...new Set(calls.map(systemOf))].join(' og ')}`
}

/** Returns a request's technical line, for example "GET /api_1.0/job.json → 200 · 34 ms". */
export function technicalOf(entry: TimelineEntry): string {
  const answer = [entry.method, entry.path, entry.status !== null && `→ ${entry.status}`]
    .filter(Boolean)
    .join(' ')
  return [answer, entry.durationMs !== null && `${entry.durationMs} ms`].filter(Boolean).join(' · ')
}
