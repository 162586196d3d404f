import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CATALOGUE } from './support/catalogue.ts'

test('every row of the error catalogue has its browser test, and just one', () => {
  const source = globSync('test/e2e/*.test.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const tests = Object.keys(CATALOGUE).map((key) => [key, source.split(`test(row('${key}')`).length - 1])
  expect(Object.fromEntries(tests)).toEqual(Object.fromEntries(Object.keys(CATALOGUE).map((key) => [key, 1])))
})
