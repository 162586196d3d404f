import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/**
 * `npm run prove:guards` removes these guards, one by one, and checks that a suite fails. Here we
 * only check: are they still what it says?
 */

interface Guard {
  guard: string
  suite: { project: string; file: string; only?: string }
  changes: { file: string; find: string; put: string }[]
}

const ROOT = path.resolve(import.meta.dirname, '..')
const guards = JSON.parse(
  readFileSync(path.join(ROOT, 'tools/scripts/guards.json'), 'utf8'),
) as Guard[]

test.each(guards)(
  '$guard: can be removed by its text, and has a suite that should fail without it',
  ({ suite, changes }) => {
    for (const { file, find, put } of changes) {
      const text = readFileSync(path.join(ROOT, file), 'utf8')
      expect(text.split(find).length - 1, `${file} has the text «${find}» once`).toBe(1)
      expect(put).not.toBe(find)
    }
    expect(existsSync(path.join(ROOT, suite.file))).toBe(true)
    if (suite.only !== undefined)
      expect(readFileSync(path.join(ROOT, suite.file), 'utf8')).toContain(suite.only)
  },
)
