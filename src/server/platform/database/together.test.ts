import { expect, it } from 'vitest'
import { readTogether, together } from './together.ts'

function statement() {
  const calls: { asked: readonly number[]; end: () => void; fail: (error: Error) => void }[] = []
  const run = (asked: readonly number[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      calls.push({ asked, end: () => resolve(asked.map((one) => `answer ${one}`)), fail: reject })
    })
  const begun = async (count: number) => {
    while (calls.length < count) await new Promise((resolve) => setImmediate(resolve))
    const last = calls[count - 1]
    if (!last) throw new Error('no such call')
    return last
  }
  return { run, begun, calls }
}

it('sends concurrent requests together, and each gets its own answer', async () => {
  const { run, begun } = statement()
  const ask = together(run)
  const asked = [1, 2, 3].map((one) => ask(one))
  const first = await begun(1)
  expect(first.asked).toEqual([1, 2, 3])
  first.end()
  expect(await Promise.all(asked)).toEqual(['answer 1', 'answer 2', 'answer 3'])
})

it('lets those that arrive while a statement is under way go with the next one', async () => {
  const { run, begun, calls } = statement()
  const ask = together(run)
  const early = ask(1)
  const first = await begun(1)
  const late = [ask(2), ask(3)]
  first.end()
  expect(await early).toBe('answer 1')
  const second = await begun(2)
  expect(second.asked).toEqual([2, 3])
  second.end()
  expect(await Promise.all(late)).toEqual(['answer 2', 'answer 3'])
  expect(calls).toHaveLength(2)
})

it('does not let one request fail the others, and serves those that come after', async () => {
  const ask = together((asked: readonly number[]) =>
    asked.includes(2)
      ? Promise.reject(new Error('two cannot be asked'))
      : Promise.resolve(asked.map((one) => `answer ${one}`)),
  )
  const bad = expect(ask(2)).rejects.toThrow('two cannot be asked')
  expect(await Promise.all([ask(1), ask(3)])).toEqual(['answer 1', 'answer 3'])
  await bad
  expect(await ask(4)).toBe('answer 4')
})

it('gives many readers their own rows from one statement', async () => {
  const table = [
    { companyId: 'kari', word: 'a' },
    { companyId: 'ola', word: 'b' },
    { companyId: 'kari', word: 'c' },
  ]
  let statements = 0
  const words = readTogether<{ companyId: string }, (typeof table)[number], object>(
    ({ companyId }) => companyId,
    (_db, keys) => {
      statements += 1
      return Promise.resolve(
        table.filter((row) => keys.some(({ companyId }) => companyId === row.companyId)),
      )
    },
  )
  const db = {}
  const answers = await Promise.all(
    ['kari', 'ola', 'per', 'kari'].map((companyId) => words(db, { companyId })),
  )
  expect(answers.map((rows) => rows.map(({ word }) => word))).toEqual([
    ['a', 'c'],
    ['b'],
    [],
    ['a', 'c'],
  ])
  expect(statements).toBe(1)
})

it('fails a request that a statement forgot, rather than letting it wait for ever', async () => {
  const ask = together((asked: readonly number[]) => Promise.resolve(asked.slice(1)))
  const [first, forgotten] = [ask(1), ask(2)]
  expect(await first).toBe(2)
  await expect(forgotten).rejects.toThrow('without an answer')
})
