import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NumberedPage } from '#clients/http/pages'
import { wholeList } from './whole-list.ts'

const SIZE = 3

function changing(ids: number[], changes: ((now: number[]) => number[])[] = []) {
  let now = ids
  const readings: number[] = []
  const read = (page: number): Promise<NumberedPage<number>> => {
    now = changes[readings.length]?.(now) ?? now
    readings.push(page)
    const rows = now.slice(page * SIZE, (page + 1) * SIZE)
    const pageCount = Math.ceil(now.length / SIZE)
    return Promise.resolve({ rows, unreadable: [], total: now.length, pageCount })
  }
  return { read, readings, now: () => now }
}

const whole = ({ read }: ReturnType<typeof changing>, mostCalls = 25) =>
  wholeList(read, (id) => id, mostCalls)
const sorted = (ids: readonly number[] | null) => ids && [...ids].sort((a, b) => a - b)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('a list of one page is read by one call, and so is an empty one', async () => {
  for (const count of [0, 1, 3]) {
    const list = changing(upTo(count))
    expect(sorted(await whole(list))).toEqual(upTo(count))
    expect(list.readings).toEqual([0])
  }
})

test('a longer list is read from its end, and the first page once more', async () => {
  const list = changing(upTo(8))
  expect(sorted(await whole(list))).toEqual(upTo(8))
  expect(list.readings).toEqual([0, 2, 1, 0])
})

test('a list that takes more calls than it spares is left after its first page', async () => {
  const list = changing(upTo(8))
  expect(await whole(list, 3)).toBeNull()
  expect(list.readings).toEqual([0])
})

test('nothing is proved by a list that a row leaves or joins while it is read', async () => {
  const without = (gone: number) => (now: number[]) => now.filter((id) => id !== gone)
  const same = (now: number[]) => now
  expect(await whole(changing(upTo(8), [same, same, without(2)]))).toBeNull()
  expect(await whole(changing(upTo(8), [same, same, (now) => [...now, 9]]))).toBeNull()
  const swaps = (now: number[]) => [...without(2)(now), 9]
  expect(await whole(changing(upTo(8), [same, same, swaps]))).toBeNull()
})

test.each([
  ['a row is not readable', { unreadable: [{}] }],
  ['it claims more rows than it shows', { total: 4 }],
  ['it claims fewer', { total: 2 }],
  ['it does not say how many there are', { total: null }],
  ['it does not say how many pages there are', { pageCount: null }],
  ['it is not in the order of the ids', { rows: [1, 3, 2] }],
  ['it shows a row twice', { rows: [1, 2, 2] }],
])('nothing is proved when %s', async (_what, change) => {
  const page = { rows: [1, 2, 3], unreadable: [], total: 3, pageCount: 1, ...change }
  const read = () => Promise.resolve(page as NumberedPage<number>)
  expect(await wholeList(read, (id) => id, 25)).toBeNull()
})

test('nothing is proved by pages that are not in the order of the ids', async () => {
  expect(await whole(changing([4, 5, 6, 1, 2, 3]))).toBeNull()
})

test('whatever goes and comes while it is read, no row that stays is missing from what is proved', async () => {
  const change = fc.array(fc.oneof(fc.constant('comes' as const), fc.nat(11)), { maxLength: 3 })
  const changes = fc.array(change, { maxLength: 6 })
  let proved = 0
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 12 }), changes, async (count, steps) => {
      let newest = count
      const list = changing(
        upTo(count),
        steps.map((step) => (now) => {
          const after = [...now]
          for (const one of step) {
            if (one === 'comes') after.push((newest += 1))
            else after.splice(one, 1)
          }
          return after
        }),
      )
      const rows = await whole(list)
      if (rows === null) return
      proved += 1
      const stayed = list.now().filter((id) => id <= count)
      expect(rows).toEqual(expect.arrayContaining(stayed))
    }),
    { numRuns: 2_000 },
  )
  expect(proved).toBeGreaterThan(100)
})
