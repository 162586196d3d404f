import { expect, it } from 'vitest'
import type { StoredJobAnswer } from '#shared/contracts/transfers/row'
import { shownLines } from './transfer-amounts.ts'

const job: StoredJobAnswer = {
  billing_contact: null,
  customer_name: '',
  billing_address: '',
  job_address: '',
  generated_job_id: '',
  job_number: '',
  job_description: '',
  line_items: [
    {
      description: 'Rørlegger, time',
      quantity: 1.5,
      unit_price: 895,
      total: 1342.5,
      tax_inclusive: false,
    },
    {
      description: 'Albue 15 mm',
      quantity: 3,
      unit_price: 33.33,
      total: 99.99,
      tax_inclusive: true,
    },
    { description: 'Utelatt', quantity: 1, unit_price: 10, total: 10, removed: true },
    { description: 'Lagret før vi visste det', quantity: 1, unit_price: 10, total: 10 },
  ],
}

it('hours are no pieces where we choose the words', () => {
  const line = (description: string, quantity: number) => ({
    description,
    quantity,
    unit_price: 895,
    total: 895 * quantity,
  })
  const line_items = [line('Rørlegger, time', 5), line('Timepris', 1), line('Sentimeter', 2)]
  expect(
    shownLines({ servicem8Data: { ...job, line_items } }).map(({ inWords }) =>
      inWords.replaceAll('\u00a0', ' '),
    ),
  ).toEqual(['5 timer × 895,00 kr', '1 time × 895,00 kr', '2 stk × 895,00 kr'])
})

it('a line whose price includes VAT says so, since the one beside it may not', () => {
  const lines = shownLines({ servicem8Data: job }).map(({ index, perUnit, total }) => [
    index,
    perUnit,
    total,
  ])
  expect(lines.map((line) => line.map((one) => String(one).replaceAll('\u00a0', ' ')))).toEqual([
    ['0', '1,5 stk × 895,00 kr', '1 342,50 kr'],
    ['1', '3 stk × 33,33 kr inkl. mva', '99,99 kr'],
    ['3', '1 stk × 10,00 kr', '10,00 kr'],
  ])
})
