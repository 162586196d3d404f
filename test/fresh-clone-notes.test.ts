import { expect, test } from 'vitest'
import { concernsClone } from '../tools/scripts/lib/fresh-clone.mjs'

test.each([
  ['package.json'],
  ['package-lock.json'],
  ['tools/scripts/start.mjs'],
  ['src/main.ts'],
  ['src/server/platform/config.ts'],
  ['tools/sandbox/start.ts'],
  ['migrations/0001_more.sql'],
  ['vite.config.ts'],
  ['test/clone/fresh-clone.test.ts'],
  ['.npmrc'],
])('a change of %s is tried on a fresh clone', (file) => {
  expect(concernsClone(['docs/backup.md', file])).toBe(true)
})

test.each([
  ['docs/decisions/0001-one-package.md'],
  ['README.md'],
  ['test/flows/pipeline/races.test.ts'],
  ['src/clients/fiken/drafts.test.ts'],
  ['src/web/features/transfers/TransfersPage.tsx'],
  ['src/server/features/transfers/store.ts'],
])('a change of %s alone is not', (file) => {
  expect(concernsClone([file])).toBe(false)
})

test('nothing changed is nothing to try', () => {
  expect(concernsClone([])).toBe(false)
})
