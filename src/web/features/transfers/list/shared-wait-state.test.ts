import { describe, expect, it } from 'vitest'
import type { Transfer } from '#shared/contracts/transfers/row'
import { explanationOf } from '../transfer-state.ts'
import { isShort, sharedWaits } from './shared-wait-state.ts'

const places = { fikenWebUrl: 'https://fiken.no', fikenCompanySlug: 'ror-as', isActive: true }
// Only these fields of a transfer affect how waits are grouped.
const row = (changes: Partial<Transfer>) =>
  ({
    status: 'queued',
    skipTransfer: false,
    attachmentsNote: null,
    pendingReason: null,
    errorCode: null,
    errorMessage: null,
    nextAttemptAt: null,
    ...changes,
  }) as Transfer

const dead = () => row({ errorCode: 'fiken_grant_dead' })

describe('rows that wait for the same', () => {
  it('are explained once above them, with the step that fixes it for all', () => {
    const [wait, ...others] = sharedWaits(
      [dead(), row({ errorCode: 'fiken_down' }), dead(), dead()],
      places,
    )
    expect(wait).toMatchObject({
      title: 'Tilgangen til Fiken er utløpt',
      count: 3,
      steps: [{ href: '/configuration#fiken' }],
    })
    expect(others).toEqual([])
    const above = new Set([wait?.key ?? ''])
    expect(isShort(explanationOf(dead(), places), above)).toBe(true)
    expect(isShort(explanationOf(row({ errorCode: 'fiken_down' }), places), above)).toBe(false)
  })
  it('keep their own words when these differ, when a person must choose, and when they have failed', () => {
    const own = [
      row({ errorCode: 'fiken_down', errorMessage: 'Fiken svarte 503.' }),
      row({ errorCode: 'fiken_down', errorMessage: 'Fiken svarte 502.' }),
      row({ status: 'pending', pendingReason: 'ambiguous_customer' }),
      row({ status: 'pending', pendingReason: 'ambiguous_customer' }),
      row({ status: 'failed', errorCode: 'vat_unmapped' }),
      row({ status: 'failed', errorCode: 'vat_unmapped' }),
    ]
    expect(sharedWaits(own, places)).toEqual([])
  })
  it('say it in a line where there is no more to say', () => {
    const waiting = row({ status: 'pending', pendingReason: 'inactive' })
    expect(sharedWaits([waiting, waiting], places)).toEqual([])
    expect(isShort(explanationOf(waiting, places), new Set())).toBe(true)
    expect(isShort(null, new Set())).toBe(false)
  })
})
