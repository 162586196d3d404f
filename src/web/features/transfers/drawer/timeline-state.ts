import { VENDORS, type Vendor } from '#shared/contracts/connections'
import type { TimelineEntry } from '#shared/contracts/transfers/row'
import { text } from '../text.ts'

/**
 * The timeline as it is read: steps and what a person did one by one, and the calls that went well
 * between them folded into one.
 */
export type TimelineItem =
  { kind: 'entry'; entry: TimelineEntry } | { kind: 'calls'; calls: readonly TimelineEntry[] }

const NAMES: Record<Vendor, string> = { servicem8: 'ServiceM8', fiken: 'Fiken' }

function systemOf(entry: TimelineEntry): string {
  const vendor = VENDORS.find((known) => known === entry.vendor)
  return vendor ? NAMES[vendor] : (entry.vendor ?? '')
}

export function itemsOf(entries: readonly TimelineEntry[]): TimelineItem[] {
  const items: TimelineItem[] = []
  for (const entry of entries) {
    const last = items.at(-1)
    if (entry.kind !== 'call' || entry.ok === false) items.push({ kind: 'entry', entry })
    else if (last?.kind === 'calls')
      items[items.length - 1] = { kind: 'calls', calls: [...last.calls, entry] }
    else items.push({ kind: 'calls', calls: [entry] })
  }
  return items
}

/**
 * The sentence of an entry. A call that failed carries only a code, which says nothing to people.
 */
export function sentenceOf(entry: TimelineEntry): string {
  if (entry.kind !== 'call') return entry.text
  return entry.status === null
    ? text.noAnswer(systemOf(entry))
    : text.answered(systemOf(entry), entry.status)
}

/** "3 kall til ServiceM8 og Fiken". */
export function callsTitle(calls: readonly TimelineEntry[]): string {
  return text.calls(calls.length, [...new Set(calls.map(systemOf))].join(' og '))
}

/** A call for those who know such things: "GET /api_1.0/job.json → 200 · 34 ms". */
export function technicalOf(entry: TimelineEntry): string {
  const answer = [entry.method, entry.path, entry.status !== null && `→ ${entry.status}`]
    .filter(Boolean)
    .join(' ')
  return [answer, entry.durationMs !== null && `${entry.durationMs} ms`].filter(Boolean).join(' · ')
}
