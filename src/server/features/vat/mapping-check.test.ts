import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TaxRate } from '#clients/servicem8/types'
import { NO_RATE, vatTable } from './vat.ts'
import type { VatCompany } from './vat-accounts.ts'
import { checkMappings, inScreenOrder, problemsOf } from './mapping-check.ts'

const rate = (uuid: string, name: string, percent: string): TaxRate => ({
  uuid,
  name,
  percent,
  active: true,
  isDefault: false,
})
const rates = [
  rate('r0', 'Fritatt', '0.0000'),
  rate('r25', 'MVA', '25.0000'),
  rate('r12', 'Transport', '12.0000'),
  rate('r15', 'Mat', '15.0000'),
]
const company: VatCompany = {
  vatRegistered: true,
  accounts: ['3000', '3020', '3030', '3100', '3605'],
}
const table = vatTable(rates, [], company)

const row = (uuid: string) => {
  const found = table.find((one) => one.taxRateUuid === uuid)
  if (!found) throw new Error(`no such rate: ${uuid}`)
  const { taxRateUuid, vatType, goodsAccount, serviceAccount, confirmed } = found
  return { taxRateUuid, vatType, goodsAccount, serviceAccount, confirmed } as {
    taxRateUuid: string
    vatType: string | null
    goodsAccount: string | null
    serviceAccount: string | null
    confirmed: boolean
  }
}

describe('the VAT table', () => {
  it('saves nothing when it is sent back as it was shown', () => {
    expect(
      checkMappings(
        table.map((one) => row(one.taxRateUuid)),
        table,
        company,
      ),
    ).toEqual({ ok: true, changed: [] })
  })

  it('lets a person confirm 0 % without touching the other rows', () => {
    const checked = checkMappings([row('r25'), { ...row('r0'), confirmed: true }], table, company)
    expect(checked).toMatchObject({
      ok: true,
      changed: [{ taxRateUuid: 'r0', vatType: 'EXEMPT', confirmed: true }],
    })
  })

  it('refuses a pair that Fiken would refuse, and names the rate', () => {
    const checked = checkMappings([{ ...row('r25'), goodsAccount: '3100' }], table, company)
    expect(checked).toMatchObject({
      ok: false,
      message: expect.stringMatching(/«MVA» \(25 %\).*3100/) as string,
    })
  })

  it('refuses an account that the chart lacks, but not when the chart is unknown', () => {
    const wanted = [
      {
        ...row('r12'),
        vatType: 'LOW',
        goodsAccount: '3650',
        serviceAccount: '3605',
        confirmed: true,
      },
    ]
    expect(checkMappings(wanted, table, company)).toMatchObject({
      ok: false,
      message: expect.stringContaining('3650 finnes ikke') as string,
    })
    expect(checkMappings(wanted, table, { ...company, accounts: null })).toMatchObject({ ok: true })
  })

  it('refuses a VAT type of another rate, an unknown one, and half a choice', () => {
    expect(
      checkMappings(
        [{ ...row('r12'), vatType: 'HIGH', goodsAccount: '3000', serviceAccount: '3020' }],
        table,
        company,
      ),
    ).toMatchObject({ ok: false })
    expect(checkMappings([{ ...row('r12'), vatType: 'VERY_LOW' }], table, company)).toMatchObject({
      ok: false,
      message: expect.stringContaining('VERY_LOW') as string,
    })
    expect(
      checkMappings([{ ...row('r12'), vatType: 'LOW', goodsAccount: '3605' }], table, company),
    ).toMatchObject({
      ok: false,
      message: expect.stringContaining('både varer og tjenester') as string,
    })
    expect(
      checkMappings([{ ...row('r12'), vatType: 'LOW', serviceAccount: '3605' }], table, company),
    ).toMatchObject({
      ok: false,
      message: '«Transport» (12 %): Velg konto for både varer og tjenester.',
    })
    expect(checkMappings([{ ...row('r12'), taxRateUuid: 'gone' }], table, company)).toEqual({
      ok: false,
      message: 'En av MVA-satsene finnes ikke lenger i ServiceM8. Last siden på nytt.',
    })
  })

  it('names the row for lines without a rate without a percentage', () => {
    expect(checkMappings([{ ...row(NO_RATE), vatType: 'HIGH' }], table, company)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^«Linjer uten MVA-sats»: /) as string,
    })
  })

  it('saves a row in which one thing has changed, whichever it is', () => {
    const zero = { ...row('r0'), confirmed: true }
    const saved = vatTable(rates, [zero], company)
    const changes = [
      { vatType: 'EXEMPT_REVERSE' },
      { goodsAccount: '3110' },
      { serviceAccount: '3110' },
      { confirmed: false },
    ]
    for (const change of changes) {
      const checked = checkMappings([{ ...zero, ...change }], saved, { ...company, accounts: null })
      expect(checked).toMatchObject({ ok: true, changed: [{ taxRateUuid: 'r0', ...change }] })
    }
  })

  it('does not let an old problem in one row prevent fixing another', () => {
    const without3100 = { vatRegistered: true, accounts: ['3000', '3020'] }
    const wanted = [row('r0'), { ...row('r25'), goodsAccount: '3020' }]
    expect(checkMappings(wanted, table, without3100)).toMatchObject({
      ok: true,
      changed: [{ taxRateUuid: 'r25' }],
    })
  })

  it('lets a choice be undone', () => {
    const wanted = [
      { ...row('r25'), vatType: null, goodsAccount: null, serviceAccount: null, confirmed: false },
    ]
    expect(checkMappings(wanted, table, company)).toMatchObject({
      ok: true,
      changed: [{ vatType: null }],
    })
  })

  it('says for every row what is wrong with it', () => {
    const problems = (uuid: string, of = company) =>
      table.filter((one) => one.taxRateUuid === uuid).flatMap((one) => problemsOf(one, of))
    expect(problems('r25')).toEqual([])
    expect(problems('r12')).toEqual([expect.stringContaining('MVA-type og konto er valgt')])
    expect(problems('r0')).toEqual([expect.stringContaining('bekreftet den én gang')])
    expect(problems('r25', { ...company, vatRegistered: false })).toEqual([
      expect.stringContaining('ikke MVA-registrert'),
    ])
  })

  it('shows the highest rate first, and lines without a rate last', () => {
    const alike = vatTable(
      [...rates, rate('r12b', 'Alt annet', '12'), rate('r0b', 'Utenfor', '0')],
      [],
      company,
    )
    fc.assert(
      fc.property(fc.shuffledSubarray(alike, { minLength: alike.length }), (shuffled) => {
        const order = inScreenOrder(shuffled).map((one) => one.taxRateUuid)
        expect(order).toEqual(['r25', 'r15', 'r12b', 'r12', 'r0', 'r0b', NO_RATE])
      }),
    )
  })

  it('shows a rate that cannot be read by its name', () => {
    const odd = vatTable([rate('odd', 'Ukjent', 'mye'), rate('r25', 'MVA', '25')], [], company)
    expect(inScreenOrder(odd).map((one) => one.taxRateUuid)).toEqual(['r25', 'odd', NO_RATE])
  })
})
