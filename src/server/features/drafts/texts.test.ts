import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#test/support/size'
import { cut, multiLine, singleLine, split } from './truncate.ts'
import {
  invoiceText,
  cutInInvoiceText,
  isLineTextCut,
  lineText,
  type DescriptionSource,
} from './texts.ts'

const job = {
  jobDescription: 'Bytte varmtvannsbereder',
  workDoneDescription: 'Demontert gammel og montert ny 200 l bereder.',
  jobAddress: 'Storgata 1\n0155 Oslo',
  completedOn: '2026-11-20',
}
const delivery = 'Leveringssted: Storgata 1, 0155 Oslo. Leveringsdato: 20.11.2026.'

describe('the text of an invoice', () => {
  it.each([
    ['invoice_description', `Bytte varmtvannsbereder\n\n${delivery}`],
    ['work_description', `Demontert gammel og montert ny 200 l bereder.\n\n${delivery}`],
    [
      'both',
      `Bytte varmtvannsbereder\n\nDemontert gammel og montert ny 200 l bereder.\n\n${delivery}`,
    ],
  ] as const)('from %s ends with place and date of delivery', (source, text) => {
    expect(invoiceText({ job, source })).toBe(text)
  })
  it('says the same thing once', () => {
    expect(
      invoiceText({ job: { ...job, workDoneDescription: job.jobDescription }, source: 'both' }),
    ).toBe(`Bytte varmtvannsbereder\n\n${delivery}`)
  })
  it('says the same thing only once even when the two differ in spaces, and leaves no gap for what is empty', () => {
    const once = `Bytte varmtvannsbereder\n\n${delivery}`
    expect(
      invoiceText({
        job: { ...job, workDoneDescription: `${job.jobDescription} ` },
        source: 'both',
      }),
    ).toBe(once)
    expect(
      invoiceText({
        job: { ...job, jobDescription: ' Bytte', workDoneDescription: 'Bytte' },
        source: 'both',
      }),
    ).toBe(`Bytte\n\n${delivery}`)
    expect(invoiceText({ job: { ...job, workDoneDescription: ' ' }, source: 'both' })).toBe(once)
    expect(invoiceText({ job: { ...job, jobDescription: '' }, source: 'both' })).toBe(
      `Demontert gammel og montert ny 200 l bereder.\n\n${delivery}`,
    )
  })
  it('names the place as on an envelope, without the punctuation and blank lines that end its lines', () => {
    const jobAddress = 'Storgata 1, 2. etg.,\n\n 0155 Oslo.\n'
    expect(
      invoiceText({
        job: { ...job, jobDescription: '', jobAddress },
        source: 'invoice_description',
      }),
    ).toBe('Leveringssted: Storgata 1, 2. etg, 0155 Oslo. Leveringsdato: 20.11.2026.')
    expect(
      invoiceText({
        job: { ...job, jobDescription: '', completedOn: null },
        source: 'invoice_description',
      }),
    ).toBe('Leveringssted: Storgata 1, 0155 Oslo.')
  })
  it('shortens the place only when it fills the text alone', () => {
    const of = (length: number) =>
      invoiceText({
        job: { ...job, jobAddress: 'x'.repeat(length) },
        source: 'invoice_description',
      })
    expect(of(457)).toBe(`Leveringssted: ${'x'.repeat(457)}. Leveringsdato: 20.11.2026.`)
    expect(of(458)).toBe(`Leveringssted: ${'x'.repeat(456)}… Leveringsdato: 20.11.2026.`)
    expect(of(457)).toHaveLength(500)
  })
  it('is only the delivery when nothing was written, and leaves out what is unknown', () => {
    const empty = { ...job, jobDescription: ' ', workDoneDescription: '' }
    expect(invoiceText({ job: empty, source: 'both' })).toBe(delivery)
    expect(invoiceText({ job: { ...empty, jobAddress: '' }, source: 'both' })).toBe(
      'Leveringsdato: 20.11.2026.',
    )
    expect(
      invoiceText({
        job: { ...empty, jobAddress: '' },
        source: 'both',
        fallbackPlace: 'Sjøgata 2,\nBodø',
      }),
    ).toBe('Leveringssted: Sjøgata 2, Bodø. Leveringsdato: 20.11.2026.')
    expect(
      invoiceText({ job: { ...job, jobAddress: '', completedOn: null }, source: 'both' }),
    ).toMatch(/bereder\.$/)
  })
  it('never exceeds 500 characters and never loses the delivery line', () => {
    const long = { ...job, jobDescription: 'Rørleggerarbeid på blåbærkåken. '.repeat(40) }
    const text = invoiceText({ job: long, source: 'invoice_description' })
    expect(text.length).toBeLessThanOrEqual(500)
    expect(text.endsWith(`…\n\n${delivery}`)).toBe(true)
    expect(text).not.toMatch(/ …/)
  })
  it('is within limits and intact whatever people write', () => {
    const source = fc.constantFrom<DescriptionSource>(
      'invoice_description',
      'work_description',
      'both',
    )
    const field = fc.string({ unit: 'grapheme', maxLength: 700 })
    fc.assert(
      fc.property(
        field,
        field,
        field,
        source,
        (jobDescription, workDoneDescription, jobAddress, source) => {
          const text = invoiceText({
            job: { jobDescription, workDoneDescription, jobAddress, completedOn: '2026-11-20' },
            source,
          })
          expect(text.length).toBeLessThanOrEqual(500)
          expect(text.isWellFormed()).toBe(true)
          expect(text.endsWith('Leveringsdato: 20.11.2026.')).toBe(true)
        },
      ),
      { numRuns: runs(300) },
    )
  })
})

describe('the text of a line', () => {
  it('is one line of the job’s words', () => {
    expect(lineText('Montering\r\n- bereder\n- blandebatteri')).toEqual({
      description: 'Montering - bereder - blandebatteri',
    })
    expect(lineText('  ')).toEqual({ description: 'Uten beskrivelse' })
  })
  it('continues in the comment where the description is full', () => {
    const name = Array.from({ length: 60 }, (_, index) => `ord${index}`).join(' ')
    const { description, comment = '' } = lineText(name)
    expect(description.length).toBeLessThanOrEqual(200)
    expect(`${description} ${comment}`).toBe(name)
    const longer = lineText(`${name} ${name}`)
    expect(longer.comment?.length).toBeLessThanOrEqual(200)
    expect(longer.comment).toMatch(/\S…$/)
  })
  it('always gives the true quantity when the line is sent as one unit', () => {
    const { description } = lineText('Kabel '.repeat(80), '(12,5 × 86,96 kr)')
    expect(description.length).toBeLessThanOrEqual(200)
    expect(description.endsWith(' (12,5 × 86,96 kr)')).toBe(true)
  })
  it('fits and is intact whatever people write', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (name) => {
        const { description, comment = '' } = lineText(name, '(2 × 1,00 kr)')
        expect(description.length).toBeLessThanOrEqual(200)
        expect(comment.length).toBeLessThanOrEqual(200)
        expect((description + comment).isWellFormed()).toBe(true)
      }),
      { numRuns: runs(500) },
    )
  })
})

describe('a cut', () => {
  it('falls between words', () => {
    expect(cut('Bytte av blandebatteri', 12)).toBe('Bytte av…')
    expect(cut('Bytte av', 8)).toBe('Bytte av')
    expect(split('to ord', 6)).toEqual({ head: 'to ord', rest: '' })
    expect(split('to ord', 3)).toEqual({ head: 'to', rest: 'ord' })
    expect(split('en to tre', 5)).toEqual({ head: 'en to', rest: 'tre' })
    expect(split('to  ord', 4)).toEqual({ head: 'to', rest: 'ord' })
    expect(split(' ordene', 4)).toEqual({ head: ' ord', rest: 'ene' })
  })
  it('does not split a character when a word is too long', () => {
    expect(cut('👨‍👩‍👧👨‍👩‍👧', 12)).toBe('👨‍👩‍👧…')
    expect(cut('å'.normalize('NFD').repeat(3), 4)).toBe(`${'å'.normalize('NFD')}…`)
    expect(cut('👨‍👩‍👧', 3)).toBe('')
    expect(split('ord', 0)).toEqual({ head: '', rest: 'ord' })
  })
  it('takes nothing, and loses nothing, where there is no room at all', () => {
    expect(split(' ord', 0)).toEqual({ head: '', rest: ' ord' })
    expect(cut('en to tre', -2)).toBe('')
  })
  it('tidies without changing the words', () => {
    expect(multiLine('en\rto\r\ntre')).toBe('en\nto\ntre')
    expect(singleLine(' a\t b\u0000\n c ')).toBe('a b c')
    expect(multiLine('a  \r\n\r\n\r\n\r\nb\u2028c')).toBe('a\n\nb\nc')
    expect(multiLine('\n a\n b \n')).toBe('a\nb')
    expect(singleLine('\ud800x')).toBe('\ufffdx')
  })
})

describe('a text that Fiken has no room for', () => {
  const words = (length: number) => 'ord '.repeat(length).slice(0, length).trim()
  it('of a line is cut after both of its fields, and known to be', () => {
    expect([isLineTextCut(words(399)), isLineTextCut(words(460))]).toEqual([false, true])
    const suffix = '(1 000 × 0,1234 kr ekskl. mva)'
    expect([isLineTextCut(words(360), suffix), isLineTextCut(words(399), suffix)]).toEqual([
      false,
      true,
    ])
    fc.assert(
      fc.property(fc.string({ maxLength: 600 }), (name) => {
        const { description, comment = '' } = lineText(name)
        if (!isLineTextCut(name))
          expect(`${description} ${comment}`.replaceAll(/\s+/g, '')).toBe(
            (singleLine(name) || 'Uten beskrivelse').replaceAll(/\s+/g, ''),
          )
        else expect(comment.endsWith('…') || comment === '').toBe(true)
      }),
      { numRuns: runs(300) },
    )
  })
  it('of a job is cut before place and date, and known to be', () => {
    const cutOf = (jobDescription: string) => {
      const input = { job: { ...job, jobDescription }, source: 'invoice_description' } as const
      return [cutInInvoiceText(input).text, invoiceText(input).includes('…')]
    }
    expect(cutOf(words(400))).toEqual([false, false])
    expect(cutOf(words(500))).toEqual([true, true])
  })
  it('of a place is known to be cut, and of any other is not', () => {
    const cutAt = (jobAddress: string) =>
      cutInInvoiceText({ job: { ...job, jobAddress }, source: 'invoice_description' }).place
    expect([cutAt(''), cutAt(words(300)), cutAt(words(499))]).toEqual([false, false, true])
  })
})
