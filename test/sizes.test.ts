import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CORE, GATE, matched, STORED, WHOLE } from './sizes.ts'

const LISTS = { CORE, GATE, STORED, WHOLE }
const everyFile = globSync('test/{flows,faults,e2e}/**/*.test.ts')
const isIn = (list: readonly string[]) => {
  const files = matched(list)
  return (file: string) => files.has(file)
}

test('each flow, fault and browser test is in a list, so that something runs it by name', () => {
  const listed = isIn(Object.values(LISTS).flat())
  expect(everyFile.length).toBeGreaterThan(200)
  expect(everyFile.filter((file) => !listed(file))).toEqual([])
})

test.each(Object.entries(LISTS))(
  'each line of %s names files that there are',
  (_list, patterns) => {
    const names = patterns.flatMap(unfolded)
    expect(names.filter((name) => globSync(name).length === 0)).toEqual([])
  },
)

test('.ci/run has no file twice but those on stored data', () => {
  const twice = everyFile.filter(isIn(CORE)).filter(isIn(GATE))
  expect(twice.sort()).toEqual([...matched(STORED)].sort())
})

test('what only test:all runs is in no other list', () => {
  expect([...matched(WHOLE)].filter(isIn([...CORE, ...GATE]))).toEqual([])
})

test('npm test needs no server', () => {
  expect([...matched(CORE)].filter((file) => file.endsWith('.postgres.test.ts'))).toEqual([])
})

/** Expands `a/{b,c}.ts` to the patterns `a/b.ts` and `a/c.ts`. */
function unfolded(pattern: string): string[] {
  const [whole, names] = /\{([^}]*)\}/.exec(pattern) ?? []
  if (whole === undefined || names === undefined) return [pattern]
  return names.split(',').map((name) => pattern.replace(whole, name))
}
