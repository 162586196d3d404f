import { describe, expect, it } from 'vitest'
import { listQuery, STATUSES } from './filter-state.ts'

describe('the status filter', () => {
  it('asks for the statuses that its words stand for', () => {
    expect(listQuery({ status: 'pending,queued', q: 'Berg' })).toEqual({ status: 'pending,queued', q: 'Berg' })
    expect(listQuery({ status: '', q: '' })).toEqual({ status: '', q: '' })
  })
  it('shows what was deleted, whatever status it had', () => {
    const deleted = STATUSES.find((known) => known.label === 'Slettede')
    expect(listQuery({ status: deleted?.value ?? '', q: 'Berg' })).toEqual({ q: 'Berg', skipped: '1' })
  })
})
