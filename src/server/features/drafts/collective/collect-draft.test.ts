import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aDraftInput, builtOf } from '#test/support/draft-inputs'
import { aJob, aLine, HIGH_RATE, MEDIUM_RATE } from '#test/support/vendors/vendor-objects'
import { buildDraft, type DraftInput } from '../draft.ts'
import { fikenTotals } from '../lines.ts'
import { checkTotal, expectationOf } from '../totals-check.ts'
import { amountsOfJobs, collectDraft, type BuiltJob } from './collect-draft.ts'

const UUID = '0d1f7f0e-9d0c-5c3a-8a55-2f9f1f4f6a11'

function jobOf(changes: Partial<DraftInput> = {}): BuiltJob {
  const input = aDraftInput(changes)
  const built = builtOf(buildDraft(input))
  const theirs = built.lines.reduce((total, { theirGross }) => total + theirGross, 0)
  const expected = expectationOf(built, checkTotal(built, (theirs / 100).toFixed(2)))
  return { job: input.job, fallbackPlace: '', built, expected }
}

const collected = (
  jobs: readonly BuiltJob[],
  replaces: { invoiceNumber: string; creditNoteNumber: string } | null = null,
) => collectDraft({ jobs, uuid: UUID, descriptionSource: 'work_description', replaces })

const [one, other] = [
  jobOf({
    job: aJob({
      number: '101',
      jobAddress: 'Storgata 1\n0155 Oslo',
      completedOn: '2026-11-20',
      purchaseOrderNumber: 'A-1',
      workDoneDescription: 'Byttet kran.\nRyddet.',
    }),
  }),
  jobOf({
    job: aJob({
      number: '102',
      jobAddress: '',
      completedOn: null,
      purchaseOrderNumber: '',
      workDoneDescription: '',
    }),
  }),
]

describe('a draft of several jobs', () => {
  it('has each job’s own lines under a heading that tells place, date and order number', () => {
    const { draft } = collected([one, other])
    const [line] = one.built.draft.lines
    expect(draft.lines).toEqual([
      {
        description:
          'Jobb #101. Leveringssted: Storgata 1, 0155 Oslo. Leveringsdato: 20.11.2026. Bestilling: A-1.',
        comment: 'Byttet kran. Ryddet.',
        quantity: '1',
        unitPrice: 0,
        vatType: line?.vatType,
        incomeAccount: line?.incomeAccount,
      },
      ...one.built.draft.lines,
      {
        description: 'Jobb #102.',
        quantity: '1',
        unitPrice: 0,
        vatType: line?.vatType,
        incomeAccount: line?.incomeAccount,
      },
      ...other.built.draft.lines,
    ])
  })
  it('says whose description it has no room for, and of nobody else', () => {
    const described = (number: string, workDoneDescription: string) =>
      jobOf({ job: aJob({ number, workDoneDescription }) })
    const jobs = [
      described('101', 'a'.repeat(200)),
      described('102', ` ${'ord '.repeat(50)}\n\nslutt `),
      described('103', ''),
    ]
    expect(collected(jobs).notes).toEqual([
      'Jobb #102: Beskrivelsen er forkortet. Samlefakturaen har plass til høyst 200 tegn av den.',
    ])
  })
  it('says whose place and order number it has no room for', () => {
    const job = (number: string, place: string, order: string) =>
      jobOf({
        job: aJob({
          number,
          jobAddress: place,
          purchaseOrderNumber: order,
          workDoneDescription: '',
        }),
      })
    const jobs = [
      job('101', 'Gamle Drammensvei '.repeat(12), 'A-1'),
      job('102', 'Storgata 1', `PO ${'4711'.repeat(20)}`),
      job('103', 'Storgata 2', 'A-2'),
    ]
    expect(collected(jobs).notes).toEqual([
      'Jobb #101: Leveringsstedet er forkortet. Det er ikke plass til hele i samlefakturaen.',
      'Jobb #102: Bestillingsnummeret er forkortet. Det er ikke plass til hele i samlefakturaen.',
    ])
    expect(collected([jobs[1]!, jobs[1]!]).notes).toEqual([])
  })
  it('names its jobs above the lines and in our reference', () => {
    const { draft } = collected([one, other, jobOf({ job: aJob({ number: '103' }) })])
    expect(draft.invoiceText).toBe('Samlefaktura for 3 jobber: #101, #102 og #103.')
    expect(draft.ourReference).toBe('Jobb #101, #102 og #103')
    expect(collected([one]).draft.invoiceText).toBe('Jobb #101.')
  })
  it('says which invoice it stands for', () => {
    const { draft } = collected([one, other], { invoiceNumber: '10042', creditNoteNumber: '7' })
    expect(draft.invoiceText).toBe(
      'Samlefaktura for 2 jobber: #101 og #102.\n\nErstatter faktura 10042, som er kreditert med kreditnota 7.',
    )
  })
  it('carries the order number and the contact person that all its jobs have', () => {
    const ordered = (number: string, purchaseOrderNumber: string, yourReference: string) =>
      jobOf({
        job: aJob({ number, purchaseOrderNumber }),
        recipient: { yourReference, daysUntilDueDate: 30 },
      })
    const same = [ordered('1', '0045', 'Kari Nes'), ordered('2', '0045', 'Kari Nes')]
    expect(collected(same).draft).toMatchObject({
      orderReference: '0045',
      yourReference: 'Kari Nes',
      daysUntilDueDate: 30,
    })
    expect(collected(same).draft.lines[0]?.description).not.toContain('Bestilling')
    const { draft } = collected([...same, ordered('3', '0046', '')])
    expect(draft).not.toHaveProperty('orderReference')
    expect(draft).not.toHaveProperty('yourReference')
    expect(draft.lines[0]?.description).toContain('Bestilling: 0045.')
    expect(draft.lines.at(-2)?.description).toContain('Bestilling: 0046.')
    const blank = [ordered('1', '  ', ' '), ordered('2', '  ', ' ')]
    expect(collected(blank).draft).not.toHaveProperty('orderReference')
    expect(collected(blank).draft.lines[0]?.description).not.toContain('Bestilling')
  })
  it('has the account that a single one would have', () => {
    const [withAccount] = [
      jobOf({
        configuration: {
          descriptionSource: 'both',
          mode: 'draft',
          bankAccountNumber: '15030000000',
        },
      }),
    ]
    expect(collected([withAccount, other]).draft.bankAccountNumber).toBe('15030000000')
    const { draft } = collected([one, other])
    for (const absent of ['bankAccountNumber', 'yourReference', 'orderReference'])
      expect(draft).not.toHaveProperty(absent)
  })
  it('is not made of nothing', () => {
    expect(() => collected([])).toThrow(new RangeError('A collective draft needs a job'))
    const empty = { ...one, built: { ...one.built, draft: { ...one.built.draft, lines: [] } } }
    expect(() => collected([empty])).toThrow(new RangeError('A job without lines has no draft'))
  })
  it('adds up what its jobs expect, and their VAT by rate, the highest first', () => {
    const at = (taxRateUuid: string) => jobOf({ lines: [aLine({ taxRateUuid })] })
    const jobs = [at(MEDIUM_RATE), at(HIGH_RATE), at(MEDIUM_RATE)]
    const whole = collected(jobs)
    expect(whole.rates).toEqual([
      { percent: '25', net: 100_000, vat: 25_000 },
      { percent: '15', net: 200_000, vat: 30_000 },
    ])
    expect(whole.expected).toEqual({
      net: 300_000,
      gross: 355_000,
      pricedLines: 3,
      theirGross: 355_000,
    })
  })
  it('shortens what is too long for Fiken, and keeps number, date and order', () => {
    const long = (number: string) =>
      jobOf({
        job: aJob({
          number,
          jobAddress: 'Lang vei '.repeat(40),
          completedOn: '2026-11-20',
          purchaseOrderNumber: 'B'.repeat(59),
          workDoneDescription: 'Mye arbeid '.repeat(40),
        }),
      })
    const jobs = [long('9'.repeat(80)), other, ...Array.from({ length: 90 }, () => long('101'))]
    const oneWord = jobOf({ job: aJob({ jobAddress: 'x'.repeat(400) }) })
    expect(collected([oneWord]).draft.lines[0]?.description.length).toBeLessThanOrEqual(200)
    const { draft } = collected(jobs, { invoiceNumber: '10042', creditNoteNumber: '7' })
    for (const { description, comment = '' } of draft.lines) {
      expect(description.length).toBeLessThanOrEqual(200)
      expect(comment.length).toBeLessThanOrEqual(200)
    }
    const [first, , , , third] = draft.lines
    expect(first?.description).toMatch(
      /^Jobb #9{58}…\. Leveringssted: .*Leveringsdato: 20\.11\.2026\. Bestilling: B{59}\.$/,
    )
    expect(third?.description).toMatch(
      /^Jobb #101\. Leveringssted: Lang vei .+… Leveringsdato: 20\.11\.2026\. Bestilling: B{59}\.$/,
    )
    expect(third?.description.length).toBeGreaterThan(190)
    expect(draft.invoiceText).toMatch(
      /…\n\nErstatter faktura 10042, som er kreditert med kreditnota 7\.$/,
    )
    expect(draft.invoiceText?.length).toBeGreaterThan(490)
    expect(draft.invoiceText?.length).toBeLessThanOrEqual(500)
    expect(draft.ourReference?.length).toBeLessThanOrEqual(200)
  })

  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 400 }).map((quarters) => String(quarters / 4)),
    displayedAmount: fc.integer({ min: 10, max: 90_000_00 }).map((ore) => (ore / 100).toFixed(2)),
    displayedAmountIsTaxInclusive: fc.boolean(),
  })
  const text = fc.string({ maxLength: 400 })
  const anyJob = fc
    .record({
      number: text,
      jobAddress: text,
      purchaseOrderNumber: text,
      workDoneDescription: text,
      completedOn: fc.constantFrom(null, '2026-11-20'),
      lines: fc.array(line, { minLength: 1, maxLength: 6 }),
    })
    .map(({ lines, ...job }) =>
      jobOf({
        job: aJob(job),
        lines: lines.map((one, index) => aLine({ ...one, uuid: `line-${index}` })),
      }),
    )
  const anyJobs = fc.array(anyJob, { minLength: 1, maxLength: 12 })

  it('comes to the sum of its jobs, to the øre, and to what Fiken makes of its lines', () => {
    fc.assert(
      fc.property(anyJobs, (jobs) => {
        const whole = collected(jobs)
        const sum = (key: 'net' | 'gross') => jobs.reduce((all, { built }) => all + built[key], 0)
        expect(whole).toMatchObject({ net: sum('net'), gross: sum('gross') })
        const rates = whole.rates.reduce((all, { net, vat }) => all + net + vat, 0)
        expect(rates).toBe(whole.gross)
        const priced = whole.draft.lines.map((each) => ({ ...each, percent: '25' }))
        expect(fikenTotals(priced)).toMatchObject({ net: whole.net, gross: whole.gross })
      }),
    )
  })
  it('keeps within Fiken’s lengths, whatever people write', () => {
    fc.assert(
      fc.property(anyJobs, (jobs) => {
        const { draft } = collected(jobs, { invoiceNumber: '10042', creditNoteNumber: '7' })
        expect(draft.invoiceText?.length).toBeLessThanOrEqual(500)
        expect(draft.ourReference?.length).toBeLessThanOrEqual(200)
        for (const { description, comment = '' } of draft.lines) {
          expect(description.length).toBeLessThanOrEqual(200)
          expect(comment.length).toBeLessThanOrEqual(200)
        }
      }),
    )
  })
  it('gives each job its own amount, and what Fiken rounded otherwise an øre at a time', () => {
    const whole = collected([one, other])
    const own = [one, other].map(({ expected: { net, gross } }) => ({ net, gross }))
    expect(amountsOfJobs([one, other], whole)).toEqual(own)
    const [first, second] = amountsOfJobs([one, other], { net: whole.net, gross: whole.gross + 1 })
    expect(first).toEqual({ net: own[0]?.net, gross: (own[0]?.gross ?? 0) + 1 })
    expect(second).toEqual(own[1])
  })
})
