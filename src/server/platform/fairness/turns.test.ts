import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const nothing = () => Promise.resolve()

test('whoever comes with one thing goes before the second of whoever comes with a hundred', async () => {
  const turns = createTurns(1)
  const done: string[] = []
  const all = Array.from({ length: 100 }, (_, n) =>
    turns.run('many', async () => void done.push(`many ${n}`)),
  )
  all.push(turns.run('one', async () => void done.push('one')))
  await Promise.all(all)
  expect(done.slice(0, 3)).toEqual(['many 0', 'one', 'many 1'])
})

test('one user has no more at the same time than is allowed, however much is free', async () => {
  const turns = createTurns(4, 2)
  const begun: string[] = []
  const { promise: held, resolve: release } = Promise.withResolvers<null>()
  const work = (companyId: string) =>
    turns.run(companyId, () => {
      begun.push(companyId)
      return held
    })
  const all = [work('a'), work('a'), work('a'), work('b')]
  await new Promise(setImmediate)
  expect(begun).toEqual(['a', 'a', 'b'])
  release(null)
  await Promise.all(all)
  expect(begun).toHaveLength(4)
})

test('what waits is given up when its signal says so, and leaves no gap', async () => {
  const turns = createTurns(1)
  const { promise: held, resolve: release } = Promise.withResolvers<null>()
  const first = turns.run('a', () => held)
  const ending = new AbortController()
  const second = turns.run('a', nothing, ending.signal)
  const third = turns.run('a', () => Promise.resolve('third'))
  ending.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  await expect(turns.run('a', nothing, ending.signal)).rejects.toThrow('gone')
  release(null)
  await first
  expect(await third).toBe('third')
})

test('all of it is done, and never too much at a time, also where some of it fails', async () => {
  const works = fc.array(fc.record({ user: fc.constantFrom('a', 'b', 'c'), fails: fc.boolean() }))
  await fc.assert(
    fc.asyncProperty(
      works,
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 3 }),
      async (all, atATime, perCompany) => {
        const turns = createTurns(atATime, perCompany)
        const now = new Map<string, number>()
        let most = 0
        const outcomes = await Promise.allSettled(
          all.map(({ user, fails }) =>
            turns.run(user, async () => {
              now.set(user, (now.get(user) ?? 0) + 1)
              expect(now.get(user)).toBeLessThanOrEqual(perCompany)
              most = Math.max(
                most,
                [...now.values()].reduce((sum, n) => sum + n, 0),
              )
              await nothing()
              now.set(user, (now.get(user) ?? 0) - 1)
              if (fails) throw new Error('fails')
            }),
          ),
        )
        expect(most).toBeLessThanOrEqual(atATime)
        expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(
          all.map(({ fails }) => fails),
        )
      },
    ),
  )
})
