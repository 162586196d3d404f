import { describe, expect, it } from 'vitest'
import { PAYMENT_STATUSES } from '#shared/payment-status'
import { emptyOf, isNarrowed, listQuery, pageWindow, readFilter, writeFilter } from './filter-state.ts'

const read = (address: string) => readFilter(new URLSearchParams(address))

describe('the filter in the address', () => {
  it('asks for the deleted ones, which are no status of the server', () => {
    expect(listQuery(read('status=deleted&q=rør'))).toMatchObject({ q: 'rør', skipped: '1' })
    expect(listQuery(read('status=failed'))).toMatchObject({ q: '', status: 'failed' })
    expect(listQuery(read('status=failed'))).not.toHaveProperty('skipped')
  })
  it('is read whole, and odd values are as good as none', () => {
    expect(
      read('status=failed&q=a&from=2026-11-01&to=2026-11-30&cause=vat_unmapped&payment=overdue&sort=largest&page=3'),
    ).toEqual({
      status: 'failed',
      q: 'a',
      from: '2026-11-01',
      to: '2026-11-30',
      cause: 'vat_unmapped',
      payment: 'overdue',
      sort: 'largest',
      page: 3,
    })
    expect(read('status=x&from=i%20går&payment=kanskje&sort=pris&page=-2')).toMatchObject({
      status: '',
      from: '',
      payment: '',
      sort: 'newest',
      page: 1,
    })
    expect(isNarrowed(read('sort=oldest&page=2'))).toBe(false)
    expect(isNarrowed(read('from=2026-11-01'))).toBe(true)
    expect(isNarrowed(read('payment=paid'))).toBe(true)
  })
  it('begins at the first page when it changes, and leaves out what goes without saying', () => {
    const write = (change: Parameters<typeof writeFilter>[1]) =>
      writeFilter(new URLSearchParams('q=a&page=4&jobb=7'), change).toString()
    expect(write({ status: 'failed' })).toBe('q=a&jobb=7&status=failed')
    expect(write({ q: '', sort: 'newest' })).toBe('jobb=7')
    expect(write({ page: 5 })).toBe('q=a&page=5&jobb=7')
  })
})

describe('an empty list', () => {
  it('speaks of the payment that was chosen', () => {
    const titles = PAYMENT_STATUSES.map((payment) => emptyOf(read(`payment=${payment}`)).title)
    expect(titles).toEqual([
      'Ingen overføringer er utkast',
      'Ingen overføringer er fakturert',
      'Ingen overføringer er delvis betalt',
      'Ingen overføringer er betalt',
      'Ingen overføringer er forfalt',
      'Ingen overføringer er kreditert',
      'Ingen overføringer er oppgjort uten betaling',
    ])
    expect(emptyOf(read('payment=overdue&q=bakeri')).title).toBe('Ingen overføringer i utvalget er forfalt')
  })
  it('speaks of the deleted ones where only they are looked for, and of the search otherwise', () => {
    expect(emptyOf(read('status=deleted')).title).toBe('Ingen slettede overføringer')
    expect(emptyOf(read('status=deleted&q=a')).title).toBe('Ingen overføringer passer til søket')
  })
  it('speaks of a word only when one was typed, and of days when they were chosen', () => {
    const why = (address: string) => emptyOf(read(address)).why
    expect(why('q=a&from=2026-11-01')).toContain('et annet ord')
    for (const address of ['from=2026-11-01', 'to=2026-11-01&status=failed', 'status=failed', 'cause=vat_unmapped'])
      expect([address, why(address)]).toEqual([address, expect.not.stringContaining('ord')])
    expect(why('from=2026-11-01')).toContain('andre dager')
    expect(emptyOf(read('to=2026-11-01')).title).toBe('Ingen overføringer i utvalget')
  })
  it('says that the dates are the wrong way round, whatever else is chosen', () => {
    const title = (address: string) => emptyOf(read(address)).title
    expect(title('from=2026-11-05&to=2026-11-01')).toBe('Datoene står feil vei')
    expect(title('from=2026-11-05&to=2026-11-01&payment=paid&q=a')).toBe('Datoene står feil vei')
    expect(title('from=2026-11-05&to=2026-11-05')).not.toBe('Datoene står feil vei')
  })
})

describe('the page buttons', () => {
  it('are at most five, around the page that is shown', () => {
    expect(pageWindow(1, 20)).toEqual([1, 2, 3, 4, 5])
    expect(pageWindow(10, 20)).toEqual([8, 9, 10, 11, 12])
    expect(pageWindow(20, 20)).toEqual([16, 17, 18, 19, 20])
    expect(pageWindow(2, 3)).toEqual([1, 2, 3])
    expect(pageWindow(1, 0)).toEqual([1])
  })
})
