import { describe, expect, it } from 'vitest'
import { retryHelps } from '#shared/causes/retry-helps'
import type { Transfer } from '#shared/contracts/transfers/row'
import { explanationOf, isUnsolved } from '../transfer-state.ts'
import { isRowsOwn, rowTries, startWords } from './row-buttons-state.ts'

const row = (status: Transfer['status'], more: Partial<Transfer> = {}) =>
  ({
    status,
    skipTransfer: false,
    attachmentsNote: null,
    pendingReason: null,
    errorCode: null,
    ...more,
  }) as Transfer
const tryAgain = { label: 'Prøv igjen', act: 'retry', plain: true } as const
const regardless = { label: 'Overfør likevel', act: 'retry' } as const

describe('the button by which a row goes on', () => {
  it('is "Overfør nå" on what waits or has failed, instead of the cause’s "Prøv igjen"', () => {
    for (const status of ['pending', 'failed'] as const)
      expect(rowTries(row(status), 'all', [], undefined)).toEqual({ starts: true, retries: false })
    expect(isRowsOwn(tryAgain, row('failed'), 'all')).toBe(true)
  })
  it('is the cause’s where that has a word of its own', () => {
    expect(isRowsOwn(regardless, row('failed'), 'all')).toBe(false)
    expect(rowTries(row('pending'), 'all', ['retry'], undefined)).toEqual({
      starts: false,
      retries: false,
    })
  })
  it('is "Behandle nå" on every row that waits on the dashboard', () => {
    for (const fixes of [[], ['retry'], ['chooseCustomer']])
      expect(rowTries(row('pending'), 'process', fixes, undefined).retries).toBe(true)
    expect(rowTries(row('processing'), 'process', [], undefined).retries).toBe(false)
  })
  it('is nowhere on a list that offers none, or on what is done or deleted', () => {
    const none = { starts: false, retries: false }
    expect(rowTries(row('failed'), 'link', [], undefined)).toEqual(none)
    expect(rowTries(row('completed'), 'all', [], undefined)).toEqual(none)
    expect(rowTries(row('failed', { skipTransfer: true }), 'all', [], undefined)).toEqual(none)
  })
  it('has words of its own where the job joins or leaves its customer’s collective draft', () => {
    const on = (stands: 'outside' | 'waits') => ({
      collective: { stands, clientUuid: 'k1', nextOn: null, jobs: 0 },
    })
    const undone = { pendingReason: 'undone' } as const
    expect(startWords(row('pending', { ...undone, ...on('outside') }))).toMatchObject({
      label: 'Ta med på samlefaktura',
      short: 'Ta med',
    })
    expect(
      startWords(row('pending', { pendingReason: 'collective', ...on('waits') })),
    ).toMatchObject({ label: 'Ta ut av samlefakturaen', short: 'Ta ut' })
    expect(startWords(row('failed', on('outside')))).toMatchObject({ label: 'Prøv igjen' })
    expect(startWords(row('pending', { ...undone, collective: null }))).toBeNull()
  })
})

describe('a start that does not lead', () => {
  const needing = (changes: Partial<Transfer>) =>
    row('failed', { need: 'act', errorMessage: null, retryCount: 0, ...changes })
  const unsolved = (one: Transfer) => isUnsolved(one, explanationOf(one, undefined))
  it('is in the menu of a row that something else solves', () => {
    for (const errorCode of ['vat_unmapped', 'negative_total', 'fiken_api_module_off'] as const)
      expect(unsolved(needing({ errorCode }))).toBe(true)
    const asked = { status: 'pending', pendingReason: 'ambiguous_customer' } as const
    expect(unsolved(needing(asked))).toBe(true)
  })
  it('is visible where another try is the remedy, and where only a yes is missing', () => {
    for (const errorCode of ['gave_up', 'bad_answer', 'unknown'] as const)
      expect(unsolved(needing({ errorCode }))).toBe(false)
    const fetched = { status: 'pending', pendingReason: 'fetched', need: 'yes' } as const
    expect(unsolved(needing(fetched))).toBe(false)
  })
  it('is not offered for many jobs that it cannot help', () => {
    for (const code of ['negative_total', 'foreign_currency', 'already_invoiced'] as const)
      expect(retryHelps(code)).toBe(false)
    for (const code of ['vat_unmapped', 'closed_year', 'gave_up', null] as const)
      expect(retryHelps(code)).toBe(true)
  })
})
