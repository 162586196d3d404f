import { expect, test } from 'vitest'
import { ExternalError } from './external-error.ts'
import { allRows, pagesByCursor, pagesByNumber, readRows, type Page } from './pages.ts'

const page = (rows: number[]): Page<number> => ({ rows, unreadable: [], total: null })

async function collect<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of pages) all.push(one)
  return all
}

test('numbered pages are read to the last one, from page 0', async () => {
  const asked: number[] = []
  const pages = pagesByNumber('fiken', async (number) => {
    asked.push(number)
    return { ...page([number]), pageCount: 3 }
  })
  expect(await allRows(pages)).toEqual([0, 1, 2])
  expect(asked).toEqual([0, 1, 2])
})

test('an empty list is one empty page', async () => {
  expect(
    await collect(pagesByNumber('fiken', async () => ({ ...page([]), pageCount: 0 }))),
  ).toHaveLength(1)
})

test('a list that shrinks while it is read ends at the empty page', async () => {
  const pages = pagesByNumber('fiken', async (number) => ({
    ...page(number < 2 ? [number] : []),
    pageCount: 9,
  }))
  expect(await allRows(pages)).toEqual([0, 1])
})

test('cursors are followed from -1 until there are none', async () => {
  const next: Record<string, string | null> = { '-1': 'a', a: 'b', b: null }
  const asked: string[] = []
  const pages = pagesByCursor('servicem8', async (cursor) => {
    asked.push(cursor)
    return { ...page([asked.length]), next: next[cursor] ?? null }
  })
  expect(await allRows(pages)).toEqual([1, 2, 3])
  expect(asked).toEqual(['-1', 'a', 'b'])
})

test('a repeated cursor ends the reading instead of looping for ever', async () => {
  expect(
    await allRows(pagesByCursor('servicem8', async () => ({ ...page([1]), next: 'a' }))),
  ).toEqual([1, 1])
  const circle: Record<string, string> = { '-1': 'a', a: 'b', b: 'a' }
  expect(
    await allRows(
      pagesByCursor('servicem8', async (cursor) => ({
        ...page([1]),
        next: circle[cursor] ?? null,
      })),
    ),
  ).toEqual([1, 1, 1])
})

test('a malformed row is set aside in a sweep, and thrown where all rows are needed', async () => {
  const odd = new ExternalError({ vendor: 'fiken', kind: 'bad_answer', doing: 'reading' })
  const read = readRows([1, 2, 3], (row) => {
    if (row === 2) throw odd
    return row
  })
  expect(read).toEqual({ rows: [1, 3], unreadable: [odd] })
  const pages = pagesByCursor('servicem8', async () => ({ ...read, total: null, next: null }))
  await expect(allRows(pages)).rejects.toBe(odd)
})
