import { expect, test } from 'vitest'
import { recentAnswers } from './recent-answers.ts'

test('an answer is remembered for a while', () => {
  let now = 0
  const recent = recentAnswers<string>({ now: () => now }, { keptMs: 100 })
  recent.put('a', 'first')
  now = 99
  expect(recent.get('a')).toBe('first')
  recent.put('a', 'second')
  now = 150
  expect(recent.get('a')).toBe('second')
  now = 199
  expect(recent.get('a')).toBeUndefined()
  expect(recent.get('b')).toBeUndefined()
})

test('the oldest are forgotten when there are many', () => {
  const recent = recentAnswers<number>({ now: () => 0 }, { mostKept: 2 })
  for (const [index, key] of ['a', 'b', 'a', 'c'].entries()) recent.put(key, index)
  expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual([2, undefined, 3])
})
