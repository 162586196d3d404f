import { describe, expect, it } from 'vitest'
import { CAUSE_CODES, CAUSES, storedCause } from '#shared/causes/index'
import { DISCREPANCIES, DISCREPANCY_KINDS } from '#shared/discrepancies'
import { isAppRoute } from '#shared/routes'
import { PENDING_REASONS } from '#shared/transfer-status'
import { helpPathOf } from '../../lib/help-path.ts'
import { text as collective } from '../collective/text.ts'
import { text as choose } from '../customers/choose/text.ts'
import { text as decisions } from '../customers/decisions/text.ts'
import { text as edit } from '../customers/edit/text.ts'
import { text as customers } from '../customers/text.ts'
import { text as transfers } from '../transfers/text.ts'
import { PLAIN_ENTRIES, STOP_ENTRIES, STOP_GROUPS } from './help-entries.ts'
import { search } from './help-search.ts'

const byId = new Map(STOP_ENTRIES.map((entry) => [entry.id, entry]))

describe('the help about what has stopped', () => {
  it.each(CAUSE_CODES)(
    'explains the cause %s in the words that rows show, and the way out',
    (code) => {
      const entry = byId.get(code)
      expect(entry).toMatchObject({
        title: CAUSES[code].title,
        text: CAUSES[code].explanation,
        code,
      })
      expect(helpPathOf({ errorCode: code, pendingReason: null })).toBe(`/help#${code}`)
    },
  )
  it('explains every reason to wait for a person', () => {
    for (const reason of PENDING_REASONS.filter((one) => one !== 'refused')) {
      const path = helpPathOf({ errorCode: null, pendingReason: reason })
      expect(byId.has(path?.slice('/help#'.length) ?? '')).toBe(true)
    }
    expect(helpPathOf({ errorCode: 'already_paid', pendingReason: 'refused' })).toBe(
      '/help#already_paid',
    )
    expect(
      helpPathOf({ errorCode: storedCause('from_the_future'), pendingReason: null }),
    ).toBeNull()
    expect(helpPathOf({ errorCode: null, pendingReason: null })).toBeNull()
  })
  it('explains every discrepancy that somebody must do something about', () => {
    for (const kind of DISCREPANCY_KINDS) {
      const { state } = DISCREPANCIES[kind]
      expect([kind, byId.has(`avvik-${kind}`)]).toEqual([
        kind,
        state === 'missing' || state === 'look',
      ])
    }
  })
  it('leads only to screens that are there, and has each address once', () => {
    for (const { id, place } of STOP_ENTRIES)
      if ('href' in place)
        expect([id, isAppRoute(place.href.split(/[#?]/)[0] ?? '')]).toEqual([id, true])
    expect(byId.size).toBe(STOP_ENTRIES.length)
    expect(new Set(STOP_GROUPS.map(({ id }) => id)).size).toBe(STOP_GROUPS.length)
  })
})

describe('the help about customers', () => {
  const entries = PLAIN_ENTRIES.filter(({ section }) => section === 'Kunder')

  it.each([
    ['hvem får fakturaen', 'Hvem som får fakturaen'],
    ['endre mottakeren', 'Endre mottakeren'],
    ['usikre', 'Når vi er usikre'],
    ['kundevalg', 'Kundevalg'],
    ['samlefaktura', 'Samlefaktura'],
    ['brønnøysund', 'Org.nr.'],
  ])('answers %j', (typed, title) => {
    expect(search(entries, typed).entries.map((entry) => entry.title)).toEqual([title])
  })
  it('names only buttons that are on the screen', () => {
    const buttons: readonly string[] = [
      transfers.chooseCustomer,
      choose.always,
      customers.waiting(1).replace('1 ', ''),
      customers.shows.no_number,
      decisions.open,
      decisions.forget,
      edit.organization.lookUp,
      collective.title,
      collective.make,
      collective.preview,
    ]
    const named = entries.flatMap(({ text }) => text.match(/(?<=«)[^»]+/g) ?? [])
    expect(new Set(named)).toEqual(new Set(buttons))
  })
})
