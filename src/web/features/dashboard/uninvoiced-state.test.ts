import { describe, expect, it } from 'vitest'
import type { Uninvoiced } from '#shared/contracts/overview'
import { uninvoicedOf } from './uninvoiced-state.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const SYSTEM = {
  isActive: true,
  jobFetchType: 'awaiting_payment',
  servicem8Status: 'connected',
} as const
const SUM: Uninvoiced = {
  count: 12,
  ore: 8_420_000,
  withoutAmount: 0,
  negative: 0,
  oldestAt: '2026-11-11T22:30:00Z',
  waiting: 4,
  failed: 3,
  unapproved: 5,
}
const shown = (change: Partial<Uninvoiced> = {}, system: typeof SYSTEM | object = {}) => {
  const sum = uninvoicedOf({ ...SUM, ...change }, { ...SYSTEM, ...system }, NOW)
  return sum && { ...sum, headline: sum.headline.replaceAll('\u00a0', ' ') }
}

describe('what is not invoiced', () => {
  it('is one sentence with the sum and the age of the oldest, and leads to each of its parts', () => {
    expect(shown()).toEqual({
      headline: 'Ikke fakturert: 12 jobber, 84 200 kr',
      why: 'Eldste 9 dager. De har ikke noe utkast i Fiken ennå.',
      link: { label: '5 ikke godkjent', href: '#ikke-godkjent' },
    })
  })

  it('is not mentioned when there is nothing', () => {
    expect(shown({ count: 0 })).toBeNull()
  })

  it('keeps an øre, and counts days as the calendar in Oslo does', () => {
    const one = { count: 1, ore: 100_001, waiting: 1, failed: 0, unapproved: 0 }
    expect(shown({ ...one, oldestAt: '2026-11-18T23:30:00Z' })).toMatchObject({
      headline: 'Ikke fakturert: 1 jobb, 1 000,01 kr',
      why: 'Fullført for 1 dag siden. Den har ikke noe utkast i Fiken ennå.',
      link: null,
    })
    const today = { oldestAt: '2026-11-20T08:00:00Z' }
    expect(shown({ ...one, ...today })?.why).toMatch(/^Fullført i dag\. Den/)
    expect(shown(today)?.why).toMatch(/^Alle er fra i dag\. De/)
    expect(shown({ oldestAt: null })?.why).toBe('De har ikke noe utkast i Fiken ennå.')
  })

  it('says what is not in the sum, and names no sum when no amount is known', () => {
    expect(shown({ withoutAmount: 2 })).toMatchObject({
      headline: 'Ikke fakturert: 12 jobber, 84 200 kr',
      why: 'Eldste 9 dager. De har ikke noe utkast i Fiken ennå. 2 av dem har ikke noe kjent beløp, og er ikke med i summen.',
    })
    expect(shown({ withoutAmount: 12, ore: 0, oldestAt: null })).toMatchObject({
      headline: 'Ikke fakturert: 12 jobber',
      why: 'De har ikke noe utkast i Fiken ennå. Beløpet er ikke kjent ennå.',
    })
  })

  it('is not made less by a credit, which it says', () => {
    expect(shown({ count: 3, ore: 100_000, negative: 1 })).toMatchObject({
      headline: 'Ikke fakturert: 3 jobber, 1 000 kr',
      why: 'Eldste 9 dager. De har ikke noe utkast i Fiken ennå. 1 av dem har negativ sum, og er ikke med i summen.',
    })
    const only = { count: 1, ore: 0, negative: 1, oldestAt: null }
    expect(shown(only)).toMatchObject({
      headline: 'Ikke fakturert: 1 jobb',
      why: 'Den har ikke noe utkast i Fiken ennå. Summen er negativ.',
    })
  })

  it('says that unapproved jobs are not counted while ServiceM8 is disconnected, where approved ones are what is transferred', () => {
    const gone = { servicem8Status: 'disconnected' }
    expect(shown({}, gone)?.why).toMatch(/ikke med så lenge ServiceM8 er koblet fra/)
    expect(shown({}, { ...gone, jobFetchType: 'completed' })?.why).not.toMatch(/koblet fra/)
  })
})
