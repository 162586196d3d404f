import { expect, test } from 'vitest'
import { ageMs, durationText, secondsText, sizeText } from './figures.ts'

const plain = (text: string) => text.replaceAll(/\s/g, ' ')

test.each([
  [0, 'under 1 min'],
  [59_999, 'under 1 min'],
  [60_000, '1 min'],
  [59 * 60_000 + 59_000, '59 min'],
  [3_600_000, '1 t'],
  [2 * 3_600_000 + 5 * 60_000, '2 t 5 min'],
  [86_400_000 - 1, '23 t 59 min'],
  [86_400_000, '1 dag'],
  [3.9 * 86_400_000, '3 dager'],
])('%i milliseconds read as "%s"', (ms, text) => {
  expect(plain(durationText(ms))).toBe(text)
})

test('an age is counted to the time of reading, and what is ahead of it is new', () => {
  const readAt = '2026-11-21T12:00:00.000Z'
  expect(ageMs('2026-11-21T11:56:00.000Z', readAt)).toBe(240_000)
  expect(ageMs('2026-11-21T12:00:01.000Z', readAt)).toBe(0)
})

test('a median below a minute has its tenths, a longer one is a duration', () => {
  const said = [0.42, 8, 59.94, 150].map((seconds) => plain(secondsText(seconds)))
  expect(said).toEqual(['0,4 s', '8 s', '59,9 s', '2 min'])
})

test.each([
  [0, '0 B'],
  [1023, '1 023 B'],
  [1024, '1 KiB'],
  [1536, '1,5 KiB'],
  [12_582_912, '12 MiB'],
  [3 * 1024 ** 3, '3 GiB'],
  [1536 * 1024 ** 4, '1 536 TiB'],
])('%i bytes are "%s"', (bytes, text) => {
  expect(plain(sizeText(bytes))).toBe(text)
})
