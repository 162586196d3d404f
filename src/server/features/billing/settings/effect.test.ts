import { describe, expect, test } from 'vitest'
import type { Subscriber } from '../subscriptions/subscription-store.ts'
import { effectOf } from './effect.ts'

const NOW = new Date('2026-12-15T10:00:00Z')
const FIRST = '2027-01-01T08:00:00.000Z'
const ON = { billingEnabled: true, monthlyPrice: 50_000 }
const OFF = { ...ON, billingEnabled: false }
const FREE_OF_CHARGE = { ...ON, monthlyPrice: 0 }

const one = (status: Subscriber['status'], change: Partial<Subscriber> = {}): Subscriber => ({
  companyId: 'u-1',
  email: 'kunde@example.no',
  firstName: null,
  lastName: null,
  companyName: null,
  address: null,
  postalCode: null,
  city: null,
  subscriptionId: 's-1',
  status,
  heldByAdmin: false,
  billingStartDate: null,
  lastInvoiceDate: null,
  nextInvoiceDate: null,
  configuredAt: null,
  changedAt: null,
  integrationOn: true,
  hasBeenOn: true,
  ...change,
})

const NOTHING = { starts: 0, startsOff: 0, stops: 0, newPrice: 0, firstBill: null, asks: [] }

describe('enabling billing', () => {
  test('starts whoever has been on, is paused with the integration on, or was active before', () => {
    const all = [
      one('free'),
      one('free', { integrationOn: false }),
      one('paused'),
      one('active'),
      one('active', { integrationOn: false }),
    ]
    expect(effectOf(all, OFF, ON, NOW)).toEqual({
      ...NOTHING,
      starts: 5,
      startsOff: 2,
      firstBill: FIRST,
    })
  })

  test('starts nobody who has never been on, is off while paused, is cancelled, or is kept by an administrator', () => {
    const all = [
      one('free', { hasBeenOn: false }),
      one('free', { heldByAdmin: true }),
      one('paused', { integrationOn: false }),
      one('paused', { heldByAdmin: true }),
      one('cancelled', { heldByAdmin: true }),
    ]
    expect(effectOf(all, OFF, ON, NOW)).toEqual(NOTHING)
    expect(effectOf([], OFF, ON, NOW)).toEqual(NOTHING)
  })

  test('has a first bill as soon as one customer is active or starts', () => {
    expect(effectOf([one('active')], OFF, ON, NOW).firstBill).toBe(FIRST)
    expect(effectOf([one('free')], OFF, ON, NOW).firstBill).toBe(FIRST)
  })
})

describe('while billing stays enabled', () => {
  const all = [
    one('active'),
    one('active', { integrationOn: false }),
    one('free', { integrationOn: false }),
  ]
  test('another price concerns those who are active, and the others start as they would', () => {
    expect(effectOf(all, ON, { ...ON, monthlyPrice: 60_000 }, NOW)).toEqual({
      ...NOTHING,
      starts: 1,
      startsOff: 1,
      newPrice: 2,
      firstBill: FIRST,
    })
  })

  test('the same price is new to nobody', () => {
    expect(effectOf([one('active')], ON, ON, NOW)).toEqual({ ...NOTHING, firstBill: FIRST })
  })

  test('a price after none starts those who are active', () => {
    expect(effectOf(all, FREE_OF_CHARGE, ON, NOW)).toEqual({
      ...NOTHING,
      starts: 3,
      startsOff: 2,
      firstBill: FIRST,
    })
  })

  test('0 kroner stops those who are active, and must be confirmed', () => {
    expect(effectOf(all, ON, FREE_OF_CHARGE, NOW)).toEqual({
      ...NOTHING,
      stops: 2,
      asks: ['zero_price'],
    })
  })
})

test('disabling stops those who are active, where they were billed', () => {
  const all = [one('active'), one('free'), one('paused')]
  expect(effectOf(all, ON, OFF, NOW)).toEqual({ ...NOTHING, stops: 1 })
  expect(effectOf(all, FREE_OF_CHARGE, OFF, NOW)).toEqual(NOTHING)
  expect(effectOf(all, OFF, { ...OFF, monthlyPrice: 60_000 }, NOW)).toEqual(NOTHING)
})

describe('what must be confirmed', () => {
  const asks = (former: typeof ON, next: typeof ON) => effectOf([], former, next, NOW).asks
  test('0 kroner, unless it is what there was, or nobody is billed', () => {
    expect(asks(OFF, FREE_OF_CHARGE)).toEqual(['zero_price'])
    expect(asks({ ...OFF, monthlyPrice: 0 }, FREE_OF_CHARGE)).toEqual(['zero_price'])
    expect(asks(FREE_OF_CHARGE, FREE_OF_CHARGE)).toEqual([])
    expect(asks(ON, { ...OFF, monthlyPrice: 0 })).toEqual([])
    expect(asks(OFF, ON)).toEqual([])
  })

  test('more than three times the former price, where there was one', () => {
    expect(asks(ON, { ...ON, monthlyPrice: 150_000 })).toEqual([])
    expect(asks(ON, { ...ON, monthlyPrice: 150_100 })).toEqual(['over_three_times'])
    expect(asks(FREE_OF_CHARGE, ON)).toEqual([])
  })

  test('less than a third of the former price, unless it is none, which is asked about as such', () => {
    const dear = { ...ON, monthlyPrice: 150_000 }
    expect(asks(dear, ON)).toEqual([])
    expect(asks(dear, { ...ON, monthlyPrice: 49_900 })).toEqual(['under_a_third'])
    expect(asks(dear, FREE_OF_CHARGE)).toEqual(['zero_price'])
  })
})
