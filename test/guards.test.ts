import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Tests that guards.json matches the code; `npm run prove:guards` removes each guard. */

interface Guard {
  guard: string
  suites: { project: string; file: string; only?: string }[]
  changes: { file: string; find: string; put: string }[]
}

const ROOT = path.resolve(import.meta.dirname, '..')
const guards = JSON.parse(
  readFileSync(path.join(ROOT, 'tools/scripts/guards.json'), 'utf8'),
) as Guard[]

test.each(guards)(
  '$guard: can be removed by its text, and has suites that should fail without it',
  ({ suites, changes }) => {
    for (const { file, find, put } of changes) {
      const text = readFileSync(path.join(ROOT, file), 'utf8')
      expect(text.split(find).length - 1, `${file} has the text «${find}» once`).toBe(1)
      expect(put).not.toBe(find)
    }
    expect(suites.length).toBeGreaterThan(0)
    for (const { file, only } of suites) {
      expect(existsSync(path.join(ROOT, file))).toBe(true)
      if (only !== undefined) expect(readFileSync(path.join(ROOT, file), 'utf8')).toContain(only)
    }
  },
)

/** Matches names of guarded steps that apply only to drafts made from jobs, not to bills. */
const OF_JOBS = /^(drafts in step|still the job)/

test('a guard that jobs and bills share has a suite of each', () => {
  const shared = guards.filter(
    ({ guard, changes }) =>
      !OF_JOBS.test(guard) &&
      changes.some(({ file }) => file.startsWith('src/server/features/documents/')),
  )
  expect(shared.length).toBeGreaterThan(0)
  for (const { guard, suites } of shared) {
    const areOfBills = suites.map(({ file }) => /billing/.test(file)).toSorted()
    expect(areOfBills, guard).toEqual([false, true])
  }
})
