import { isDeepStrictEqual } from 'node:util'
import type { Product } from '#clients/fiken/types'
import type { Page } from '#clients/http/pages'
import type { Material } from '#clients/servicem8/types'
import type { Platform } from '../../platform/platform.ts'
import { databaseTime } from './store.ts'
import type { Mirror } from './tables.ts'

export interface SyncOptions {
  /** True to read everything, not only changes. */
  full?: boolean | undefined
  /** True to read only changes, even when a full sync of Fiken's list is due. */
  changesOnly?: boolean | undefined
  signal?: AbortSignal | undefined
  onPage?: (() => void) | undefined
}

export interface SyncResult {
  rows: number
  /** The number of rows dropped because the vendor no longer has them. */
  removed: number
  /** True when everything was read, not only changes. */
  full: boolean
}

/**
 * Yields the pages of a vendor's list, each stored as soon as it is read. The database's time is
 * taken before a page is asked for: a row written after that is newer than the page's copy.
 *
 * @param store must be idempotent
 */
export async function* storedPages<Item>(
  platform: Platform,
  { userId, mirror }: { userId: string; mirror: Mirror },
  pages: AsyncIterable<Page<Item>>,
  store: (rows: Item[], askedAt: Date) => Promise<void>,
): AsyncGenerator<Page<Item>> {
  const iterator = pages[Symbol.asyncIterator]()
  try {
    for (;;) {
      const askedAt = await databaseTime(platform.db)
      const next = await iterator.next()
      if (next.done) return
      const page = next.value
      await store(page.rows, askedAt)
      const [first] = page.unreadable
      if (first)
        platform.log.warn(
          { userId, mirror, rows: page.unreadable.length, first: first.message },
          'rows that cannot be read',
        )
      yield page
    }
  } finally {
    await iterator.return?.()
  }
}

/** An object whose version in a list differs from our copy. */
interface Versions<Item> {
  before: Item
  after: Item
}

declare module '../../platform/hooks.ts' {
  interface Moments {
    /** Our copies of these clients, or of their contacts, have been brought up to date. */
    clientsSeen: { userId: string; uuids: readonly string[] }
    /** Fiken's versions of these products differ from our copies, which are then replaced. */
    productsSeen: { userId: string; slug: string; changed: readonly Versions<Product>[] } & Reading
    /** ServiceM8's versions of these materials differ from our copies, which are then replaced. */
    materialsSeen: { userId: string; changed: readonly Versions<Material>[] } & Reading
  }
}

/** `isCurrent` is true for an object read at its own address; lists may lag. */
export interface Reading {
  isCurrent: boolean
}

export function bothVersions<Item>(
  before: readonly Item[],
  seen: readonly Item[],
  idOf: (item: Item) => string | number,
): Versions<Item>[] {
  const known = new Map(before.map((item) => [idOf(item), item]))
  return seen.flatMap((after) => {
    const mine = known.get(idOf(after))
    return mine === undefined || isDeepStrictEqual(mine, after) ? [] : [{ before: mine, after }]
  })
}

/**
 * First readings under way in this process. Two lanes want a new user's lists at once, the mirrors'
 * own and the products screen's, and the vendors count each page.
 */
const underWay = new Map<string, Promise<unknown>>()

/**
 * Reads a list for the first time, or waits for the reading that is under way. If that one fails,
 * the list is read all the same. Two processes both read, which is harmless: storing a row twice
 * gives the same row.
 *
 * @param list the parts of the list's key: user, mirror and scope
 * @throws any error of `read`
 */
export async function readFirst<Result>(
  list: readonly string[],
  read: () => Promise<Result>,
): Promise<Result> {
  const key = list.join(' ')
  const other = underWay.get(key) as Promise<Result> | undefined
  if (other) {
    const result = await other.catch(() => undefined)
    if (result !== undefined) return result
  }
  const mine = read()
  underWay.set(key, mine)
  try {
    return await mine
  } finally {
    if (underWay.get(key) === mine) underWay.delete(key)
  }
}
