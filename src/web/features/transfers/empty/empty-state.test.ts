import { describe, expect, it } from 'vitest'
import { PAYMENT_STATUSES } from '#shared/payment-status'
import { emptyOf, emptyWhy } from './empty-state.ts'
import { readFilter } from '../filter-state.ts'

const read = (address: string) => readFilter(new URLSearchParams(address))

describe('an empty list', () => {
  it('mentions the payment status that was chosen', () => {
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
    expect(emptyOf(read('payment=overdue&q=bakeri')).title).toBe(
      'Ingen overføringer i utvalget er forfalt',
    )
  })
  it('mentions the deleted ones where only they are searched, and the search otherwise', () => {
    expect(emptyOf(read('status=deleted')).title).toBe('Ingen slettede overføringer')
    expect(emptyOf(read('status=deleted&q=a')).title).toBe('Ingen overføringer passer til søket')
  })
  it('mentions a word only when one was typed, and days when they were chosen', () => {
    const why = (address: string) => emptyOf(read(address)).why
    expect(why('q=a&from=2026-11-01')).toContain('et annet ord')
    for (const address of [
      'from=2026-11-01',
      'to=2026-11-01&status=failed',
      'status=failed',
      'cause=vat_unmapped',
    ])
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
  it('says that jobs come by themselves only when they do', () => {
    expect(emptyWhy('completed', false)).toBe(
      'Overføringer dukker opp her når en jobb er fullført i ServiceM8.',
    )
    expect(emptyWhy('awaiting_payment', true)).toBe(
      'Overføringer dukker opp her når automatisk overføring er på og en jobb er fullført og godkjent i ServiceM8.',
    )
  })
})
