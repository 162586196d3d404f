import { expect, test } from 'vitest'
import { questionText } from './overrule-state.ts'

const plain = (text: string) => text.replace(/\u00a0/g, ' ')

test('the question names the job and what it comes to', () => {
  const paid = questionText('paid', { job: 'Jobb #1003', amount: 125_050 })
  expect(paid.title).toBe('Jobb #1003 er allerede betalt. Overføre likevel?')
  expect(plain(paid.why)).toContain('Jobben på 1 250,50 kr er betalt i ServiceM8.')
  const unapproved = questionText('unapproved', { job: 'Jobb #1004', amount: 80_000 })
  expect(unapproved.title).toBe('Jobb #1004 er ikke godkjent. Overføre likevel?')
  expect(plain(unapproved.why)).toContain('Jobben på 800,00 kr er ikke godkjent for fakturering')
  const before = questionText('sent_before', { job: 'Jobb #1005', amount: 80_000 })
  expect(before.title).toBe('Jobb #1005 kan være overført før. Overføre likevel?')
  expect([paid, unapproved, before].map(({ confirm }) => confirm)).toEqual(
    Array(3).fill('Overfør likevel'),
  )
})

test('a job that leaves the others is transferred alone, in spite of nothing', () => {
  const leaving = questionText('collective', { job: 'Jobb #1006', amount: 80_000 })
  expect(leaving.title).toBe('Ta Jobb #1006 ut av samlefakturaen?')
  expect(plain(leaving.why)).toBe(
    'Jobben på 800,00 kr venter på kundens samlefaktura. Overføres den for seg, blir den fakturert alene.',
  )
  expect(leaving.confirm).toBe('Overfør for seg')
})

test('it leaves out a sum that is not known', () => {
  expect(questionText('paid', { job: 'Jobb #1003', amount: null }).why).toContain(
    'Jobben er betalt i ServiceM8.',
  )
})
