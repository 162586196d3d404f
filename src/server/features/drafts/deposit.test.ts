import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { InvoiceLine, VatType } from '#clients/fiken/types'
import { aDraftInput, builtOf } from '#test/support/draft-inputs'
import { aLine, aPayment, HIGH_RATE, MEDIUM_RATE } from '#test/support/vendors/vendor-objects'
import { VAT_PERCENT } from '#shared/vat-types'
import { ratesOf, takeOff, type DepositToTakeOff, type TakenOff } from './deposit.ts'
import { buildDraft, type BuiltDraft } from './draft.ts'
import { fikenRates, fikenTotals } from './lines.ts'
import { checkTotal, expectationOf } from './totals-check.ts'

const ACCOUNTS = { HIGH: '3000', MEDIUM: '3030', LOW: '3040', OUTSIDE: '3200', EXEMPT: '3100' }

function bookedLine(vatType: VatType, net: number): InvoiceLine {
  const line = { quantity: net < 0 ? '-1' : '1', unitPrice: Math.abs(net) }
  const { vat } = fikenTotals([{ ...line, percent: VAT_PERCENT[vatType] }])
  return { net, vat, vatType, incomeAccount: '3000' }
}

function invoiceOf(lines: InvoiceLine[], vatOnSums = false) {
  const net = lines.reduce((sum, line) => sum + line.net, 0)
  const perLine = lines.reduce((sum, line) => sum + line.vat, 0)
  const onSums = fikenRates(
    [...Map.groupBy(lines, (line) => VAT_PERCENT[line.vatType as VatType])].map(
      ([percent, own]) => ({
        quantity: '1',
        unitPrice: own.reduce((sum, line) => sum + line.net, 0),
        percent,
      }),
    ),
  ).reduce((sum, rate) => sum + rate.vat, 0)
  const vat = vatOnSums ? onSums : perLine
  return { net, vat, gross: net + vat, lines }
}

const depositOf = (invoice: ReturnType<typeof invoiceOf>): DepositToTakeOff => ({
  invoiceId: 1,
  invoiceNumber: '1042',
  issueDate: '2026-11-03',
  rates: ratesOf(invoice) ?? [],
  accounts: ACCOUNTS,
})

function taken(deposit: DepositToTakeOff): TakenOff {
  const result = takeOff(deposit)
  if (!('lines' in result)) throw new Error(result.message)
  return result
}

const bookedLines = (sign: 1 | -1) =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom<VatType>('HIGH', 'MEDIUM', 'LOW', 'OUTSIDE', 'EXEMPT'),
        fc.integer({ min: sign === 1 ? 1 : -50_000, max: 500_000 }),
      ),
      { minLength: 1, maxLength: 8 },
    )
    .map((lines) => lines.map(([vatType, net]) => bookedLine(vatType, net)))

test('any invoice is taken off as it was booked, of each VAT type to the øre', () => {
  fc.assert(
    fc.property(bookedLines(-1), fc.boolean(), (lines, vatOnSums) => {
      const invoice = invoiceOf(lines, vatOnSums)
      const rates = ratesOf(invoice)
      // If Fiken has rounded VAT on the sums, the amounts per rate cannot always be derived from
      // the lines. Such an invoice is rejected.
      if (!rates) return vatOnSums
      const result = takeOff(depositOf(invoice))
      if (!('lines' in result)) return false
      expect([result.net, result.vat, result.gross]).toEqual([
        0 - invoice.net,
        0 - invoice.vat,
        0 - invoice.gross,
      ])
      for (const rate of rates) {
        const own = result.lines.filter(({ sent }) => sent.vatType === rate.vatType)
        const sums = fikenTotals(own.map(({ sent, percent }) => ({ ...sent, percent })))
        expect([sums.net, sums.vat]).toEqual([0 - rate.net, 0 - rate.vat])
      }
      return true
    }),
  )
})

test('whatever the job and the invoice: the draft is the job less the invoice, per rate, or nothing is sent', () => {
  const jobLines = fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 40 }),
      ore: fc.integer({ min: 1, max: 900_000 }),
      rate: fc.constantFrom(HIGH_RATE, MEDIUM_RATE),
    }),
    { minLength: 1, maxLength: 6 },
  )
  fc.assert(
    fc.property(jobLines, bookedLines(1), (lines, booked) => {
      const job = aDraftInput({
        lines: lines.map(({ quantity, ore, rate }) =>
          aLine({
            quantity: String(quantity),
            displayedAmount: (ore / 100).toFixed(2),
            taxRateUuid: rate,
          }),
        ),
      })
      const whole = builtOf(buildDraft(job))
      const invoice = invoiceOf(booked)
      const result = buildDraft({ ...job, deposit: depositOf(invoice) })
      if (whole.gross <= invoice.gross) {
        expect(result.ok ? [] : result.problems.map(({ code }) => code)).toEqual([
          'deposit_unusable',
        ])
        return
      }
      const less = builtOf(result)
      expect([less.net, less.vat, less.gross]).toEqual([
        whole.net - invoice.net,
        whole.vat - invoice.vat,
        whole.gross - invoice.gross,
      ])
      const rateOf = ({ rates }: BuiltDraft, percent: string) =>
        rates.find((rate) => rate.percent === percent) ?? { net: 0, vat: 0 }
      for (const percent of ['25', '15', '12', '0']) {
        const own = booked.filter(({ vatType }) => VAT_PERCENT[vatType as VatType] === percent)
        const [before, now] = [rateOf(whole, percent), rateOf(less, percent)]
        expect(now.net).toBe(before.net - own.reduce((sum, { net }) => sum + net, 0))
        expect(now.vat).toBe(before.vat - own.reduce((sum, { vat }) => sum + vat, 0))
      }
      // The lines sent to Fiken add up to the same amount, and the total still matches ServiceM8's.
      expect(fikenTotals(less.draft.lines.map(withPercent)).gross).toBe(less.gross)
      const total = checkTotal(less, (whole.gross / 100).toFixed(2))
      expect([total.ok, expectationOf(less, total).theirGross]).toEqual([true, less.gross])
    }),
  )
})

const withPercent = <T extends { vatType: VatType }>(line: T) => ({
  ...line,
  percent: VAT_PERCENT[line.vatType],
})

describe('the lines that take a deposit off', () => {
  test('are one for each VAT type, and name the invoice', () => {
    const invoice = invoiceOf([
      bookedLine('HIGH', 100_000),
      bookedLine('HIGH', 50_000),
      bookedLine('MEDIUM', 20_000),
    ])
    const { lines, gross } = taken(depositOf(invoice))
    expect(lines.map(({ sent }) => sent)).toEqual([
      {
        description: 'Fratrekk forskudd, faktura 1042 av 3. november 2026',
        quantity: '-1',
        unitPrice: 150_000,
        vatType: 'HIGH',
        incomeAccount: '3000',
      },
      {
        description: 'Fratrekk forskudd, faktura 1042 av 3. november 2026',
        quantity: '-1',
        unitPrice: 20_000,
        vatType: 'MEDIUM',
        incomeAccount: '3030',
      },
    ])
    expect(gross).toBe(-210_500)
  })

  test('are more only where one would round the VAT otherwise than the invoice', () => {
    // 25 % of 1,02 kr is 25,5 øre. Rounded up on each of three lines, the VAT is 78 øre; on the sum
    // of 3,06 kr it is 77 øre.
    const invoice = invoiceOf([
      bookedLine('HIGH', 102),
      bookedLine('HIGH', 102),
      bookedLine('HIGH', 102),
    ])
    expect(invoice.vat).toBe(78)
    const { lines, vat } = taken(depositOf(invoice))
    expect(lines.map(({ sent }) => sent.unitPrice)).toEqual([102, 102, 102])
    expect(vat).toBe(-78)
  })
})

test('an invoice whose lines do not come to its total is not taken off', () => {
  const invoice = invoiceOf([bookedLine('HIGH', 10_040)])
  expect(ratesOf({ ...invoice, gross: 12_600 })).toBeNull()
  expect(ratesOf({ ...invoice, net: 10_000 })).toBeNull()
  expect(
    ratesOf({ ...invoice, lines: [{ ...bookedLine('HIGH', 10_040), vatType: '' }] }),
  ).toBeNull()
})

test('without an account for its VAT type nothing is sent', () => {
  const deposit = { ...depositOf(invoiceOf([bookedLine('HIGH', 10_000)])), accounts: {} }
  const result = buildDraft(aDraftInput({ deposit }))
  expect(result.ok ? [] : result.problems.map(({ code }) => code)).toEqual(['deposit_unusable'])
})

test('a deposit as large as the job, or larger, names both amounts', () => {
  const plain = (text: string) => text.replaceAll(/\s/g, ' ')
  const problemOf = (net: number) => {
    const deposit = depositOf(invoiceOf([bookedLine('HIGH', net)]))
    const result = buildDraft(aDraftInput({ deposit }))
    return result.ok ? '' : plain(result.problems[0]?.message ?? '')
  }
  expect(problemOf(100_000)).toContain(
    'Forskuddet på 1 250,00 kr (faktura 1042) er like stort som jobben på 1 250,00 kr.',
  )
  expect(problemOf(120_000)).toContain(
    'Forskuddet på 1 500,00 kr (faktura 1042) er større enn jobben på 1 250,00 kr.',
  )
  expect(problemOf(99_999)).toBe('')
})

test('payments never reduce the lines, and the note says what is taken off', () => {
  const payments = [aPayment({ isDeposit: true, amount: '500' })]
  const whole = builtOf(buildDraft(aDraftInput({ payments })))
  expect(whole.gross).toBe(125_000)
  expect(whole.deposit).toBeUndefined()
  const deposit = depositOf(invoiceOf([bookedLine('HIGH', 40_000)]))
  const less = builtOf(buildDraft(aDraftInput({ payments, deposit })))
  expect(less.gross).toBe(75_000)
  expect(less.notes.map((note) => note.replaceAll(/\s/g, ' '))).toEqual([
    'Forskuddet på 500,00 kr (faktura 1042) er trukket fra.',
    'Det er registrert 500,00 kr som forskudd i ServiceM8. Fakturaen er redusert bare med forskuddsfakturaen, ikke med innbetalinger.',
  ])
})
