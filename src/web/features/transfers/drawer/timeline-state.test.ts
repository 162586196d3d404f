import { describe, expect, it } from 'vitest'
import type { TimelineEntry } from '#shared/contracts/transfers/row'
import { callsTitle, itemsOf, sentenceOf, technicalOf } from './timeline-state.ts'

let entries = 0

function entry(change: Partial<TimelineEntry>): TimelineEntry {
  entries += 1
  const id = String(entries)
  const call = {
    vendor: null,
    method: null,
    path: null,
    status: null,
    requestId: null,
    durationMs: null,
    actor: null,
  }
  return {
    id,
    at: '2026-03-02T08:00:00.000Z',
    kind: 'step',
    step: 'intake',
    text: 'Jobben er hentet',
    ok: true,
    ...call,
    ...change,
  }
}

function call(vendor: string, status: number | null = 200): TimelineEntry {
  const text = status === 200 ? 'ok' : 'unavailable'
  return entry({
    kind: 'call',
    vendor,
    status,
    text,
    ok: status === 200,
    method: 'GET',
    path: '/api_1.0/job.json',
    durationMs: 34,
  })
}

describe('what has happened to a transfer', () => {
  it('folds the calls between two steps into one line', () => {
    const items = itemsOf([call('servicem8'), call('servicem8'), entry({}), call('fiken')])
    expect(
      items.map((item) => (item.kind === 'calls' ? item.calls.length : item.entry.text)),
    ).toEqual([2, 'Jobben er hentet', 1])
  })
  it('says once what a step and the stop after it both say', () => {
    const why = 'Usikker på hvem som er kunden.'
    const items = itemsOf([
      entry({}),
      entry({ text: why, ok: false }),
      entry({ text: why, ok: false }),
    ])
    expect(items.map((item) => item.kind === 'entry' && item.entry.text)).toEqual([
      'Jobben er hentet',
      why,
    ])
    expect(itemsOf([call('fiken', 503), call('fiken', 503)])).toHaveLength(2)
  })
  it('shows a failed call on its own, in words', () => {
    const items = itemsOf([call('fiken'), call('fiken', 503), call('fiken', null), call('fiken')])
    expect(
      items.map((item) => (item.kind === 'calls' ? item.calls.length : sentenceOf(item.entry))),
    ).toEqual([1, 'Fiken svarte 503', 'Fiken svarte ikke', 1])
  })
  it('names the systems that were called', () => {
    expect(callsTitle([call('servicem8')])).toBe('1 kall til ServiceM8')
    expect(callsTitle([call('servicem8'), call('fiken'), call('fiken')])).toBe(
      '3 kall til ServiceM8 og Fiken',
    )
  })
  it('shows for a call what a technician asks for', () => {
    expect(technicalOf(call('servicem8'))).toBe('GET /api_1.0/job.json → 200 · 34 ms')
    expect(technicalOf(entry({ kind: 'call', method: 'POST', path: '/drafts' }))).toBe(
      'POST /drafts',
    )
  })
})
