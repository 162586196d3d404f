import { expect, test, vi } from 'vitest'
import { createKeptAnswers } from './kept-answers.ts'

const textOf = async (body: Promise<Buffer>) => (await body).toString()

test('an answer is made once for as long as its fingerprint is the same', async () => {
  const kept = createKeptAnswers()
  const make = vi.fn(() => Promise.resolve('[1]'))
  expect(await textOf(kept.of('ola', 'a', make))).toBe('[1]')
  expect(await textOf(kept.of('ola', 'a', make))).toBe('[1]')
  expect(make).toHaveBeenCalledTimes(1)
  expect(await textOf(kept.of('ola', 'b', () => Promise.resolve('[2]')))).toBe('[2]')
  expect(await textOf(kept.of('ola', 'a', make))).toBe('[1]')
  expect(make).toHaveBeenCalledTimes(2)
})

test('nobody gets the answer of somebody else', async () => {
  const kept = createKeptAnswers()
  await kept.of('ola', 'a', () => Promise.resolve('of ola'))
  expect(await textOf(kept.of('kari', 'a', () => Promise.resolve('of kari')))).toBe('of kari')
})

test('those who ask while it is made share it, and a failure is not kept', async () => {
  const kept = createKeptAnswers()
  const failing = vi.fn(() => Promise.reject(new Error('the database is away')))
  const both = await Promise.allSettled([
    kept.of('ola', 'a', failing),
    kept.of('ola', 'a', failing),
  ])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(failing).toHaveBeenCalledTimes(1)
  expect(await textOf(kept.of('ola', 'a', () => Promise.resolve('[1]')))).toBe('[1]')
})

test('what is too large to be kept is answered all the same', async () => {
  const kept = createKeptAnswers(4)
  const make = vi.fn(() => Promise.resolve('a long one'))
  expect(await textOf(kept.of('ola', 'a', make))).toBe('a long one')
  expect(await textOf(kept.of('ola', 'a', make))).toBe('a long one')
  expect(make).toHaveBeenCalledTimes(2)
})
