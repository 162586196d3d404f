import { expect, test } from 'vitest'
import { text } from './text.ts'

const late = (running: number, database: 'embedded' | 'postgres') =>
  text.tell({ kind: 'late', queue: 'transfer-lane', seconds: 601, running }, database)

test('PostgreSQL is advised for a late queue of several users, not of one', () => {
  expect(late(2, 'embedded')[1]).toContain('Med PostgreSQL')
  expect(late(1, 'embedded')).toEqual(late(1, 'postgres'))
  expect(late(1, 'embedded')[1]).toContain('takten settes av ServiceM8 og Fiken')
  expect(late(0, 'embedded')[2]).toContain('node dist/main.js')
})
