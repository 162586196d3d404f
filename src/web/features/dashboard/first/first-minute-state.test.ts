import { expect, test } from 'vitest'
import type { SetupStep } from '#shared/contracts/onboarding'
import type { Transfer } from '#shared/contracts/transfers/row'
import { firstDraftOf, hindrancesOf, isFirstMinute, presentDraft } from './first-minute-state.ts'

const step = (id: SetupStep['id'], state: SetupStep['state']): SetupStep => ({
  id,
  state,
  title: '',
  reason: `why ${id}`,
})
const setup = (done: boolean, bankAccount: SetupStep['state'] = 'done') => ({
  done,
  steps: [step('bank_account', bankAccount)],
  openRates: [
    { taxRateUuid: 'low', name: 'Lav 12 %' },
    { taxRateUuid: 'zero', name: 'Fritatt' },
  ],
})
const waiting = (rates: string[]) => ({
  count: 2,
  ore: 100,
  withoutAmount: 0,
  negative: 0,
  rates,
})

test('the first minute lasts from the first job until a draft is there or somebody is needed', () => {
  const none = { needsYou: 0, waitingForSet: 0 }
  const some = { total: 3, successful: 0, pending: 3, failed: 0 }
  expect(isFirstMinute(some, setup(true), none)).toBe(true)
  expect(isFirstMinute(some, setup(false), none)).toBe(false)
  expect(isFirstMinute(some, undefined, none)).toBe(false)
  expect(isFirstMinute(some, setup(true), { ...none, needsYou: 1 })).toBe(false)
  expect(isFirstMinute({ ...some, successful: 1 }, setup(true), none)).toBe(false)
  expect(isFirstMinute({ ...some, pending: 0 }, setup(true), none)).toBe(false)
  expect(isFirstMinute(some, setup(true), { ...none, waitingForSet: 3 })).toBe(false)
})

test('only what stops one of the waiting jobs hinders the first draft', () => {
  expect(hindrancesOf(setup(true), waiting(['high']))).toEqual([])
  expect(hindrancesOf(setup(true), undefined)).toEqual([])
  expect(hindrancesOf(setup(true), waiting(['high', 'low']))).toEqual([
    {
      why: 'Lav 12 % er ikke koblet til Fiken. Jobbene med satsen stopper til det er valgt.',
      label: 'Velg MVA',
      href: '/configuration#mva',
      act: 'vat',
    },
  ])
  const both = hindrancesOf(setup(true, 'open'), waiting(['zero', 'low']))
  expect(both.map(({ why }) => why)).toEqual([
    'why bank_account',
    'Lav 12 %, Fritatt er ikke koblet til Fiken. Jobbene med satsene stopper til det er valgt.',
  ])
})

test("the first draft is announced only on the day when all of the account's transfers ended", () => {
  const row = (id: string, fikenInvoiceDraftId: string | null) =>
    ({ id, status: 'completed', fikenInvoiceDraftId }) as Transfer
  const stats = { total: 3, successful: 2, pending: 1, failed: 0 }
  const rows = [{ ...row('c', null), status: 'queued' } as Transfer, row('b', '2'), row('a', '1')]
  expect(firstDraftOf(rows, stats, 2)?.id).toBe('a')
  expect(firstDraftOf(rows, { ...stats, successful: 3 }, 2)).toBeNull()
  expect(firstDraftOf(rows, { ...stats, successful: 9 }, 9)).toBeNull()
  expect(firstDraftOf(rows, { ...stats, successful: 0 }, 0)).toBeNull()
})

test('an announced draft that is undone or gone is announced no more', () => {
  const row = (changes: Partial<Transfer> = {}) =>
    ({ id: 'a', status: 'completed', fikenInvoiceDraftId: '1', ...changes }) as Transfer
  const shown = row()
  const issued = row({ fikenInvoiceNumber: '10001' })
  expect(presentDraft(shown, [])).toBe(shown)
  expect(presentDraft(null, [shown])).toBeNull()
  expect(presentDraft(shown, [issued])).toBe(issued)
  expect(presentDraft(shown, [row({ status: 'pending', fikenInvoiceDraftId: null })])).toBeNull()
  expect(presentDraft(shown, [row({ draftIsGone: true })])).toBeNull()
})
