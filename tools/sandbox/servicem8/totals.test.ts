import { expect, test } from 'vitest'
import type { WireJobMaterial } from '#clients/servicem8/wire'
import { newRow } from './columns.ts'
import { parseFilter } from './filter.ts'
import { decimalOfOre, lineAmounts } from './totals.ts'
import { TABLES } from './columns.ts'

function line(values: Partial<WireJobMaterial>): WireJobMaterial {
  return newRow<WireJobMaterial>('jobmaterial', values)
}

test('a price including VAT gives the gross, a price excluding it gives the net', () => {
  const inclusive = line({
    quantity: '2.0000',
    displayed_amount: '125.0000',
    displayed_amount_is_tax_inclusive: '1',
  })
  expect(lineAmounts(inclusive, '25.0000')).toEqual({ net: 20_000n, gross: 25_000n })
  const exclusive = line({
    quantity: '2.0000',
    displayed_amount: '125.0000',
    displayed_amount_is_tax_inclusive: '0',
  })
  expect(lineAmounts(exclusive, '25.0000')).toEqual({ net: 25_000n, gross: 31_250n })
})

test('totals are written with four decimals, also below zero and below a krone', () => {
  expect([decimalOfOre(39_375n), decimalOfOre(-5n), decimalOfOre(0n)]).toEqual([
    '393.7500',
    '-0.0500',
    '0.0000',
  ])
})

test('a filter reads quoted and bare values, and ne excludes nothing', () => {
  const job = newRow('job', {
    uuid: 'x',
    status: 'Completed',
    active: 1,
    edit_date: '2026-06-01 10:00:00',
  })
  const holds = (text: string): boolean => {
    const filter = parseFilter(text, TABLES.job.columns)
    return typeof filter === 'function' && filter(job)
  }
  expect(holds("status eq 'Completed' and active eq '1'")).toBe(true)
  expect(holds("edit_date gt '2026-06-01 09:59:59' and active eq 1")).toBe(true)
  expect(holds("edit_date gt '2026-06-01 10:00:00'")).toBe(false)
  expect(holds("status ne 'Completed'")).toBe(true)
})

test('more than ten conditions, or another operator, are refused', () => {
  expect(parseFilter(Array(11).fill('active eq 1').join(' and '), TABLES.job.columns)).toContain(
    'Too many',
  )
  expect(parseFilter('active ge 1', TABLES.job.columns)).toContain('not a valid operator')
})
