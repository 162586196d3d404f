import { expect, it } from 'vitest'
import { nameOf } from './prepared.ts'

it('names a statement when it is repeated, and always the same', () => {
  const text = 'select the same again'
  expect(nameOf(text)).toBeUndefined()
  const name = nameOf(text)
  expect(name).toMatch(/^fakturabro_\d+$/)
  expect(nameOf(text)).toBe(name)
})

it('does not fill the server with plans of statements that differ each time', () => {
  const texts = Array.from({ length: 2_000 }, (_, n) => `select ${n}`)
  for (const text of texts) nameOf(text)
  const named = texts.filter((text) => nameOf(text) !== undefined)
  expect(named.length).toBeGreaterThan(100)
  expect(named.length).toBeLessThanOrEqual(500)
})
