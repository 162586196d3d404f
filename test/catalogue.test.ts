import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CATALOGUE } from './support/catalogue.ts'

test('every row of the catalogues has its browser test, and just one, where it is read and mended', () => {
  const source = globSync('test/e2e/*.test.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => text.includes("'../support/catalogue.ts'"))
    .join('\n')
  const named = [...source.matchAll(/\btest\(\s*rows\(([^)]*)\)/g)].flatMap(([, keys = '']) => keysIn(keys))
  const done = (verb: string) =>
    [...source.matchAll(new RegExp(`\\b${verb}\\(\\w+, ([^)]*)\\)`, 'g'))].flatMap(([, keys = '']) => keysIn(keys))
  const every = Object.keys(CATALOGUE).toSorted()
  expect(named.toSorted()).toEqual(every)
  for (const verb of ['reads', 'mended']) expect([...new Set(done(verb))].toSorted(), verb).toEqual(every)
})

/** The texts between quotes. */
function keysIn(source: string): string[] {
  return [...source.matchAll(/'([^']+)'|"([^"]+)"/g)].map(([, single, double]) => single ?? double ?? '')
}
