import { isDeepStrictEqual } from 'node:util'
import type { Product } from '#clients/fiken/types'
import type { Page } from '#clients/http/pages'
import type { Material } from '#clients/servicem8/types'
import type { Platform } from '../../platform/platform.ts'
import { databaseTime } from './store.ts'
import type { Mirror } from './tables.ts'

export interface SyncOptions {
  /** Read everything, not only what has changed. */
  full?: boolean | undefined
  /**
   * Read only what has changed, even when a full sync of Fiken's list is due: that can wait for
   * the background.
   */
  changesOnly?: boolean | undefined
  signal?: AbortSignal | undefined
  /** Called when a page has been stored. */
  onPage?: (() => void) | undefined
}

export interface SyncResult {
  /** Rows that the vendor answered. */
  rows: number
  /** Rows dropped because the vendor no longer has them. */
  removed: number
  /** Was everything read, or only what has changed? */
  full: boolean
}

/**
 * The pages of a vendor's list, each stored as soon as it is read. Before a page is asked for, the
 * database's time is taken: a row written after that is newer than the page's copy of it.
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

/** An object that a list shows otherwise than our copy had it. */
export interface Versions<Item> {
  before: Item
  after: Item
}

declare module '../../platform/hooks.ts' {
  interface Moments {
    /** Products that Fiken shows otherwise than our copy has them, which is then replaced. */
    /** What ServiceM8 says of these clients, or of their contacts, is in our copies now. */
    clientsSeen: { userId: string; uuids: readonly string[] }
    productsSeen: { userId: string; slug: string; changed: readonly Versions<Product>[] } & Reading
    materialsSeen: { userId: string; changed: readonly Versions<Material>[] } & Reading
  }
}

/** `isCurrent`: it was read at its own address. A list may lag behind what was just written. */
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
