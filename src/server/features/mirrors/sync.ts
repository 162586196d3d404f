import { isDeepStrictEqual } from 'node:util'
import type { Product } from '#clients/fiken/types'
import type { Page } from '#clients/http/pages'
import type { Material } from '#clients/servicem8/types'
import type { Platform } from '../../platform/platform.ts'
import { databaseTime } from './store.ts'
import type { Mirror } from './tables.ts'

export interface SyncOptions {
  full?: boolean | undefined
  /** True to read only changes, even when a full sync of Fiken's list is due. */
  changesOnly?: boolean | undefined
  signal?: AbortSignal | undefined
  onPage?: (() => void) | undefined
}

export interface SyncResult {
  rows: number
  removed: number
  full: boolean
}

/**
 * Yields the pages of a vendor's list after storing each page. The database's time is taken before
 * a page is requested, so that a row written later counts as newer than the page.
 *
 * @param store must be idempotent
 */
export async function* storedPages<Item>(
  platform: Platform,
  { companyId, mirror }: { companyId: string; mirror: Mirror },
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
          { companyId, mirror, rows: page.unreadable.length, first: first.message },
          'rows that cannot be read',
        )
      yield page
    }
  } finally {
    await iterator.return?.()
  }
}

interface Versions<Item> {
  before: Item
  after: Item
}

declare module '../../platform/hooks.ts' {
  interface Moments {
    /** Runs after our copies of these clients or of their contacts have been updated. */
    clientsSeen: { companyId: string; uuids: readonly string[] }
    /** Runs before our copies are replaced by different versions from Fiken. */
    productsSeen: {
      companyId: string
      slug: string
      changed: readonly Versions<Product>[]
    } & Reading
    /** Runs before our copies are replaced by different versions from ServiceM8. */
    materialsSeen: { companyId: string; changed: readonly Versions<Material>[] } & Reading
  }
}

/**
 * The origin of objects that have been read. `isCurrent` is true when an object was read from its
 * own endpoint, since lists can lag.
 */
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
 * The reads in progress in this process. Two lanes (mirrors and products screen) can need a new
 * company's lists at the same time, and vendors limit the number of requests.
 */
const underWay = new Map<string, Promise<unknown>>()

/**
 * Reads a list, or waits for the same read if it is already in progress. If that read fails, reads
 * the list itself. Two processes can read the same list, which is harmless because storing a row
 * twice gives the same row.
 *
 * @param list the parts of the read's key: company, mirror and scope
 * @throws any error of `read`
 */
export async function readShared<Result>(
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
