import { expect, test } from 'vitest'
import { deleteAllMeans } from './many-text.ts'

test('the question before all that wait are deleted says how many, how much and what the sum leaves out', () => {
  const said = (count: number, ore: number, withoutAmount: number, negative: number) =>
    deleteAllMeans({ count, ore, withoutAmount, negative }).replaceAll('\u00a0', ' ')
  expect(said(3, 2_358_750, 1, 1)).toMatch(
    /^3 jobber, 23 587,50 kr, tas ut av listen .* 1 av dem har ikke noe kjent beløp, .* 1 av dem har negativ sum, /,
  )
  expect(said(1, 0, 1, 0)).toMatch(
    /^1 jobb tas ut av listen .* Beløpet er ikke kjent ennå\. Du kan gjenopprette den/,
  )
  expect(said(2, 20_000, 0, 0)).toMatch(
    /^2 jobber, 200 kr, tas ut av listen .* til Fiken\. Du kan gjenopprette dem/,
  )
  expect(said(3, 0, 2, 1)).toMatch(
    /^3 jobber tas ut av listen .* 2 av dem har ikke noe kjent beløp\. 1 av dem har negativ sum\. Du kan/,
  )
  expect(deleteAllMeans(undefined)).toMatch(/^Alle jobber som venter, tas ut av listen/)
})
