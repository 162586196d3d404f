import { describe, expect, it } from 'vitest'
import { daysOf, isNarrowed, listQuery, readFilter, writeFilter } from './filter-state.ts'

const read = (address: string) => readFilter(new URLSearchParams(address))

describe('the filter in the address', () => {
  it('asks for the deleted ones, which are not a status of the server', () => {
    expect(listQuery(read('status=deleted&q=rør'))).toMatchObject({ q: 'rør', skipped: '1' })
    expect(listQuery(read('status=failed'))).toMatchObject({ q: '', status: 'failed' })
    expect(listQuery(read('status=failed'))).not.toHaveProperty('skipped')
  })
  it('is read completely, and invalid values are ignored', () => {
    expect(
      read(
        'status=failed&q=a&from=2026-11-01&to=2026-11-30&cause=vat_unmapped&reason=collective&payment=overdue&sort=largest&page=3',
      ),
    ).toEqual({
      status: 'failed',
      q: 'a',
      period: 'custom',
      from: '2026-11-01',
      to: '2026-11-30',
      cause: 'vat_unmapped',
      reason: 'collective',
      payment: 'overdue',
      sort: 'largest',
      page: 3,
    })
    expect(
      read('status=x&from=i%20går&reason=lei&payment=kanskje&sort=pris&page=-2'),
    ).toMatchObject({
      status: '',
      period: '',
      from: '',
      reason: '',
      payment: '',
      sort: 'job_newest',
      page: 1,
    })
    expect(isNarrowed(read('sort=smallest&page=2'))).toBe(false)
    expect(isNarrowed(read('from=2026-11-01'))).toBe(true)
    expect(isNarrowed(read('payment=paid'))).toBe(true)
  })
  it('begins at the first page when it changes, and leaves out defaults', () => {
    const write = (change: Parameters<typeof writeFilter>[1]) =>
      writeFilter(new URLSearchParams('q=a&page=4&jobb=7'), change).toString()
    expect(write({ status: 'failed' })).toBe('q=a&jobb=7&status=failed')
    expect(write({ q: '', sort: 'job_newest' })).toBe('jobb=7')
    expect(write({ page: 5 })).toBe('q=a&page=5&jobb=7')
  })
})

describe('a period', () => {
  const days = (address: string, today = '2026-03-31') => daysOf(read(address), today)

  it('is in words, and means the days it means today', () => {
    expect(days('period=today')).toEqual({ from: '2026-03-31', to: '2026-03-31' })
    expect(days('period=week')).toEqual({ from: '2026-03-25', to: '2026-03-31' })
    expect(days('period=month')).toEqual({ from: '2026-03-01', to: '2026-03-31' })
    expect(days('period=last_month')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
    expect(days('period=last_month', '2027-01-15')).toEqual({
      from: '2026-12-01',
      to: '2026-12-31',
    })
    expect(days('period=year')).toEqual({ from: '2026-01-01', to: '2026-12-31' })
    expect(days('')).toEqual({ from: '', to: '' })
  })
  it('of chosen days keeps them, and only then', () => {
    expect(days('period=custom&from=2026-01-05')).toEqual({ from: '2026-01-05', to: '' })
    expect(days('from=2026-01-05&to=2026-01-09')).toEqual({ from: '2026-01-05', to: '2026-01-09' })
    expect(read('period=month&from=2026-01-05')).toMatchObject({ period: 'month', from: '' })
    expect(isNarrowed(read('period=custom'))).toBe(true)
  })
  it('is of the jobs’ own days, in Oslo', () => {
    const night = new Date('2026-03-31T22:30:00Z')
    expect(listQuery(read('period=today'), night)).toMatchObject({
      from: '2026-04-01',
      to: '2026-04-01',
      dates: 'job',
    })
    expect(listQuery(read('q=a'))).not.toHaveProperty('dates')
  })
})
