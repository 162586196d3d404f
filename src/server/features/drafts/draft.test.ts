import fc from 'fast-check'
import Fraction from 'fraction.js'
import { describe, expect, it } from 'vitest'
import { aDraftInput, builtOf } from '#test/support/draft-inputs'
import {
  aJob,
  aLine,
  aMaterial,
  aPayment,
  aProduct,
  HIGH_RATE,
  MEDIUM_RATE,
  ZERO_RATE,
} from '#test/support/vendors/vendor-objects'
import { runs } from '#test/support/size'
import { checkTotal } from './totals-check.ts'
import { buildDraft, type DraftInput, type DraftResult } from './draft.ts'

const input = (changes: Partial<DraftInput> = {}) =>
  aDraftInput({
    recipient: { yourReference: 'Kari Ødegård', daysUntilDueDate: null },
    now: new Date('2026-11-20T23:30:00Z'),
    ...changes,
  })

const codes = (result: DraftResult) => (result.ok ? [] : result.problems.map((one) => one.code))

describe('a completed job', () => {
  it('becomes one draft with everything Fiken needs', () => {
    const bereder = aMaterial()
    const result = builtOf(
      buildDraft(
        input({
          job: aJob({ totalInvoiceAmount: '13562.5000', purchaseOrderNumber: '000450' }),
          lines: [
            aLine({ name: 'Rørleggerarbeid', quantity: '3.0000', displayedAmount: '950.0000' }),
            aLine({
              name: 'Varmtvannsbereder 200 l',
              displayedAmount: '10000.0000',
              displayedAmountIsTaxInclusive: true,
              materialUuid: bereder.uuid,
            }),
          ],
          materials: [bereder],
          products: [aProduct()],
          configuration: {
            descriptionSource: 'both',
            mode: 'invoice',
            bankAccountNumber: '15035646830',
          },
          recipient: { yourReference: 'Kari Ødegård', daysUntilDueDate: 30 },
        }),
      ),
    )
    expect(result.draft).toEqual({
      uuid: '43baae0f-8abe-5262-a33b-3e3a00a17d92',
      issueDate: '2026-11-21',
      daysUntilDueDate: 30,
      invoiceText:
        'Bytte varmtvannsbereder\n\nMontert ny 200 l bereder\n\nLeveringssted: Storgata 1, 0155 Oslo. Leveringsdato: 20.11.2026.',
      ourReference: 'Jobb #1042',
      yourReference: 'Kari Ødegård',
      orderReference: '000450',
      bankAccountNumber: '15035646830',
      lines: [
        {
          description: 'Rørleggerarbeid',
          quantity: '3',
          unitPrice: 95000,
          vatType: 'HIGH',
          incomeAccount: '3020',
        },
        {
          productId: 77,
          description: 'Varmtvannsbereder 200 l',
          quantity: '1',
          unitPrice: 800000,
          vatType: 'HIGH',
          incomeAccount: '3000',
        },
      ],
    })
    expect(result).toMatchObject({
      net: 1085000,
      vat: 271250,
      gross: 1356250,
      differences: [],
      notes: [],
    })
    expect(result.lines[0]?.explanation).toBe(
      '3 × 950,00\u00a0kr = 2\u00a0850,00\u00a0kr + 25 % mva 712,50\u00a0kr = 3\u00a0562,50\u00a0kr',
    )
    expect(checkTotal(result, '13562.5000')).toMatchObject({
      ok: true,
      difference: 0,
      explanation: [],
      problem: null,
    })
  })
  it('leaves out what is unknown, and falls back where there is a rule', () => {
    const { draft } = builtOf(
      buildDraft(
        input({
          job: aJob({ number: '' }),
          recipient: { yourReference: ' ', daysUntilDueDate: -1 },
        }),
      ),
    )
    expect(draft).toMatchObject({ daysUntilDueDate: 14, ourReference: 'Jobb #00000002' })
    for (const key of ['yourReference', 'orderReference', 'bankAccountNumber'])
      expect(draft).not.toHaveProperty(key)
  })
  it('is due the same day where the customer has no payment days, and is identified by its number without spaces', () => {
    const job = aJob({ number: ' 1042 ', purchaseOrderNumber: '  ' })
    const { draft } = builtOf(
      buildDraft(input({ job, recipient: { yourReference: '', daysUntilDueDate: 0 } })),
    )
    expect(draft).toMatchObject({ daysUntilDueDate: 0, ourReference: 'Jobb #1042' })
    expect(draft).not.toHaveProperty('orderReference')
  })
  it('has no text where nothing was written and neither place nor date is known, and says that the date is missing', () => {
    const job = aJob({
      jobDescription: '',
      workDoneDescription: '',
      jobAddress: '',
      completedOn: null,
    })
    const { draft, notes } = builtOf(buildDraft(input({ job })))
    expect(draft).not.toHaveProperty('invoiceText')
    expect(notes).toEqual(['Jobben har ingen fullføringsdato. Føy til leveringsdato i Fiken.'])
  })
  it('keeps free lines, drops removed ones, flattens bundles and accepts discounts', () => {
    const lines = [
      aLine({ active: false }),
      aLine({ displayedAmount: '0.0000', name: 'Arbeidet er garantert' }),
      aLine({ bundleUuid: 'bundle' }),
      aLine({ quantity: '-1.0000', displayedAmount: '100.0000', name: 'Rabatt' }),
    ]
    const result = builtOf(buildDraft(input({ lines })))
    expect(result.lines.map((line) => line.lineIndex)).toEqual([1, 2, 3])
    expect(result.gross).toBe(112500)
  })
  it('mentions deposits, without subtracting them', () => {
    const result = builtOf(
      buildDraft(input({ payments: [aPayment({ isDeposit: true }), aPayment({ active: false })] })),
    )
    expect(result.gross).toBe(125000)
    expect(result.notes).toEqual([
      'Det er registrert 500,00\u00a0kr som forskudd i ServiceM8. Fakturaen er på hele beløpet; før innbetalingen i Fiken.',
    ])
  })
  it('calls what was paid along the way a part payment, even when a deposit was reversed', () => {
    const payments = [aPayment({ amount: '200' }), aPayment({ isDeposit: true, active: false })]
    expect(builtOf(buildDraft(input({ payments }))).notes).toEqual([
      'Det er registrert 200,00\u00a0kr som delbetaling i ServiceM8. Fakturaen er på hele beløpet; før innbetalingen i Fiken.',
    ])
  })
  it('sends free text when the product is unknown, inactive or folded away', () => {
    const material = aMaterial()
    const line = aLine({ materialUuid: material.uuid })
    const lineOf = (changes: Partial<DraftInput>) =>
      builtOf(buildDraft(input({ lines: [line], materials: [material], ...changes }))).draft
        .lines[0]
    expect(lineOf({})).not.toHaveProperty('productId')
    expect(lineOf({ products: [aProduct({ active: false })] })).not.toHaveProperty('productId')
    expect(
      lineOf({ products: [aProduct({ productId: 80 }), aProduct({ productId: 79 })] }),
    ).toMatchObject({ productId: 79 })
    const cable = { ...line, quantity: '1000', displayedAmount: '0.1234' }
    const folded = builtOf(
      buildDraft(input({ lines: [cable], materials: [material], products: [aProduct()] })),
    )
    expect(folded.draft.lines[0]).toEqual({
      description: 'Rørleggerarbeid (1\u00a0000 × 0,1234 kr ekskl. mva)',
      quantity: '1',
      unitPrice: 12340,
      vatType: 'HIGH',
      incomeAccount: '3000',
    })
    const folding =
      'sendes som én enhet med antallet i teksten, fordi prisen per enhet ikke går opp i hele øre.'
    expect(folded.notes).toEqual([`Én linje ${folding}`])
    expect(
      builtOf(buildDraft(input({ lines: [cable, cable, line], materials: [material] }))).notes,
    ).toEqual([`2 linjer ${folding}`])
  })
})

describe('a job that cannot become a draft', () => {
  it('reports everything that is wrong in one go, each thing once', () => {
    const lines = [
      aLine({ taxRateUuid: 'gone' }),
      aLine({ taxRateUuid: 'gone' }),
      aLine({ taxRateUuid: ZERO_RATE }),
      aLine({ quantity: 'mange', name: 'Kobberrør' }),
    ]
    const configuration = {
      descriptionSource: 'both',
      mode: 'invoice',
      bankAccountNumber: null,
    } as const
    const result = buildDraft(input({ lines, currency: 'EUR', configuration }))
    expect(codes(result)).toEqual([
      'vat_unmapped',
      'vat_zero_unconfirmed',
      'line_unreadable',
      'foreign_currency',
      'no_bank_account',
    ])
    expect(result).toMatchObject({
      problems: [
        { lineIndex: 0 },
        { lineIndex: 2 },
        { lineIndex: 3, message: expect.stringContaining('Kobberrør') },
        {},
        {},
      ],
    })
  })
  it('is referred to Fiken for a credit note when its total is negative', () => {
    const result = buildDraft(input({ lines: [aLine({ displayedAmount: '-500.0000' })] }))
    expect(codes(result)).toEqual(['negative_total'])
    expect(result).toMatchObject({
      problems: [{ message: expect.stringContaining('Lag en kreditnota i Fiken') }],
    })
  })
  it('is named with ServiceM8’s total, as the row shows it, where only rounding is between', () => {
    // 123,745 plus 25 % is 154,68125 for each of the lines, and 464,04375 for all.
    const lines = Array.from({ length: 3 }, () => aLine({ displayedAmount: '-123.745' }))
    const said = (totalInvoiceAmount: string) =>
      buildDraft(input({ lines, job: { ...input().job, totalInvoiceAmount } }))
    expect(said('-464.0438')).toMatchObject({
      problems: [{ message: expect.stringContaining('−464,04') }],
    })
    expect(said('-464.0600')).toMatchObject({
      problems: [{ message: expect.stringContaining('−464,06') }],
    })
    expect(said('-400.0000')).toMatchObject({
      problems: [{ message: expect.not.stringContaining('−400,00') }],
    })
  })
  it('must have something to invoice', () => {
    expect(codes(buildDraft(input({ lines: [] })))).toEqual(['empty_job'])
    expect(codes(buildDraft(input({ lines: [aLine({ displayedAmount: '0' })] })))).toEqual([
      'empty_job',
    ])
  })
  it('says so when a person has left out every line, and does not refer to ServiceM8 for lines that are there', () => {
    const line = aLine()
    const result = buildDraft(
      input({ lines: [line, aLine({ uuid: 'gone', active: false })], leftOut: [line.uuid] }),
    )
    expect(result).toMatchObject({
      problems: [
        { code: 'empty_job', message: expect.stringContaining('Alle linjene er utelatt') },
      ],
    })
  })
})

describe('a bug of our own', () => {
  it('is not reported as a line that cannot be read', () => {
    const material = aMaterial()
    const products = [aProduct({ productNumber: undefined as never })]
    const lines = [aLine({ materialUuid: material.uuid })]
    expect(() => buildDraft(input({ lines, materials: [material], products }))).toThrow(TypeError)
  })
})

describe('the total', () => {
  it('that differs from ServiceM8’s stops the transfer before anything is sent', () => {
    const result = builtOf(buildDraft(input()))
    expect(checkTotal(result, '1260.0000')).toMatchObject({
      ok: false,
      difference: -1000,
      explanation: ['\u221210,00\u00a0kr kommer ikke fra avrunding av linjene.'],
      problem: {
        code: 'amount_mismatch',
        message:
          'Linjene blir 1\u00a0250,00\u00a0kr, men jobben er 1\u00a0260,00\u00a0kr i ServiceM8 (10,00\u00a0kr for lite). ' +
          'Ingenting er sendt. Sjekk linjene og MVA-satsene på jobben.',
      },
    })
    expect(checkTotal(result, '1249.9800')).toMatchObject({
      ok: false,
      difference: 2,
      explanation: ['0,02\u00a0kr kommer ikke fra avrunding av linjene.'],
      problem: {
        message:
          'Linjene blir 1\u00a0250,00\u00a0kr, men jobben er 1\u00a0249,98\u00a0kr i ServiceM8 (0,02\u00a0kr for mye). ' +
          'Ingenting er sendt. Sjekk linjene og MVA-satsene på jobben.',
      },
    })
  })
  it('may differ by rounding, and each øre is explained', () => {
    const line = aLine({
      quantity: '10',
      displayedAmount: '100',
      displayedAmountIsTaxInclusive: true,
      taxRateUuid: MEDIUM_RATE,
    })
    const result = builtOf(buildDraft(input({ lines: [line] })))
    expect(result.differences).toEqual([
      { lineIndex: 0, ore: 1, message: expect.stringContaining('1 øre mer') },
    ])
    expect(checkTotal(result, '1000')).toMatchObject({
      ok: true,
      difference: 1,
      explanation: [expect.any(String)],
    })
    expect(checkTotal(builtOf(buildDraft(input())), '1249.9925')).toMatchObject({
      ok: true,
      explanation: ['1 øre mer er ServiceM8s egen avrunding av totalen.'],
    })
  })
  it('does not count the lines that a person has left out', () => {
    const [kept, dropped] = [aLine(), aLine({ displayedAmount: '200' })]
    const result = builtOf(buildDraft(input({ lines: [kept, dropped], leftOut: [dropped.uuid] })))
    expect(result).toMatchObject({ gross: 125000, leftOutGross: 25000 })
    expect(checkTotal(result, '1500')).toMatchObject({ ok: true, expectedGross: 125000 })
  })
  it('is never off by more than rounding explains, and every øre is explained, for any job', () => {
    const anyLine = fc.record({
      quantity: fc.integer({ min: -2_000, max: 99_999 }).map((units) => (units / 1000).toFixed(3)),
      displayedAmount: fc
        .integer({ min: 0, max: 99_999_999 })
        .map((units) => (units / 10_000).toFixed(4)),
      displayedAmountIsTaxInclusive: fc.boolean(),
      taxRateUuid: fc.constantFrom(HIGH_RATE, MEDIUM_RATE, ZERO_RATE),
    })
    const vatMappings = [
      {
        taxRateUuid: ZERO_RATE,
        vatType: 'EXEMPT',
        goodsAccount: '3100',
        serviceAccount: '3100',
        confirmed: true,
      },
    ]
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 12 }), (given) => {
        const result = buildDraft(input({ lines: given.map(aLine), vatMappings }))
        if (!result.ok) return
        const total = given.reduce((sum, line) => {
          const percent =
            line.taxRateUuid === HIGH_RATE ? 25 : line.taxRateUuid === MEDIUM_RATE ? 15 : 0
          const amount = new Fraction(line.quantity)
            .mul(new Fraction(line.displayedAmount))
            .mul(100)
          const gross = line.displayedAmountIsTaxInclusive
            ? amount
            : amount.mul(100 + percent).div(100)
          return (
            sum +
            Number(gross.abs().add(new Fraction(1, 2)).floor().valueOf()) *
              (gross.compare(0) < 0 ? -1 : 1)
          )
        }, 0)
        const check = checkTotal(result, (total / 100).toFixed(2))
        expect(check.ok).toBe(true)
        // ServiceM8 can round the sum, or state it with its fraction of an øre.
        const exactly = result.lines.reduce(
          (sum, { exactGross }) => sum.add(new Fraction(exactGross)),
          new Fraction(0),
        )
        for (const decimals of [2, 4])
          expect(checkTotal(result, exactly.div(100).round(decimals).toString()).ok).toBe(true)
        expect(result.rounding).toBeLessThanOrEqual(2 * result.lines.length)
        const sumOf = (part: 'net' | 'vat') =>
          result.rates.reduce((all, rate) => all + rate[part], 0)
        expect([sumOf('net'), sumOf('vat')]).toEqual([result.net, result.vat])
        expect(check.difference).toBe(result.differences.reduce((sum, one) => sum + one.ore, 0))
        expect(check.explanation).toHaveLength(result.differences.length)
        for (const line of result.draft.lines)
          expect(line.description.length).toBeLessThanOrEqual(200)
      }),
      { numRuns: runs(300) },
    )
  })
})
