import { describe, expect, it } from 'vitest'
import type { Transfer } from '#shared/contracts/transfers/row'
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
