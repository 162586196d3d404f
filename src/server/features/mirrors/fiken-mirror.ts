import type { FikenCompany } from '#clients/fiken/client'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { findCursor } from './cursor-store.ts'
import {
  syncFromFiken,
  type CompanyList,
  type CompanyMirror,
  type CompanyOwner,
  type CompanyStore,
} from './fiken-sync.ts'
import { NOW } from './store.ts'
import type { Reading, SyncOptions, SyncResult } from './sync.ts'

/**
 * `ready` = may be used as it is · `filled` = it had never been read to its end · `refreshed` = it
 * was older than asked for.
 */
export type MirrorState = 'ready' | 'filled' | 'refreshed'

/**
 * What can be done with the mirror of a company's list.
 *
 * @param onSeen called with what was read, before it is stored
 */
export function fikenMirror<Item>(
  mirror: CompanyMirror,
  store: CompanyStore<Item>,
  listOf: (company: FikenCompany) => CompanyList<Item>,
  onSeen?: (
    platform: Platform,
    owner: CompanyOwner,
    items: readonly Item[],
    askedAt: Date,
    reading: Reading,
  ) => Promise<void>,
) {
  /**
   * Brings the mirror up to date.
   *
   * @throws ExternalError, LimiterClosed, LimiterBusy; the pages read until then are stored
   */
  function refresh(
    platform: Platform,
    userId: string,
    company: FikenCompany,
    options: SyncOptions = {},
  ): Promise<SyncResult> {
    const owner = { userId, fikenCompanySlug: company.slug }
    const seen = async (of: CompanyOwner, items: readonly Item[], askedAt: Date) =>
      onSeen?.(platform, of, items, askedAt, { isCurrent: false })
    return syncFromFiken<Item>(
      platform,
      { mirror, owner, store, source: listOf(company), onSeen: seen },
      options,
    )
  }

  return {
    refresh,

    /**
     * For callers that are about to look for an object and would create one that is not found: a
     * mirror that was never read to its end is read now, with the caller's own client, and so is
     * one older than `maxAgeMs`. `ready` = nothing had to be read.
     *
     * @throws as refresh; then there is nothing to match against, and nothing must be created
     */
    async ensure(
      platform: Platform,
      userId: string,
      company: FikenCompany,
      options: { maxAgeMs?: number; signal?: AbortSignal } = {},
    ): Promise<MirrorState> {
      const { maxAgeMs = Number.POSITIVE_INFINITY, signal } = options
      const { completedAt } = await findCursor(platform.db, userId, mirror, company.slug)
      if (completedAt !== null && platform.clock.now() - completedAt.getTime() <= maxAgeMs)
        return 'ready'
      await refresh(platform, userId, company, { signal })
      return completedAt === null ? 'filled' : 'refreshed'
    },

    /**
     * To be called with what was read outside a refresh.
     *
     * @param askedAt the database's time right before it was asked for
     */
    async see(
      platform: Platform,
      owner: CompanyOwner,
      items: readonly Item[],
      askedAt: Date,
      reading: Reading,
    ): Promise<void> {
      await onSeen?.(platform, owner, items, askedAt, reading)
      await store.upsertSeen(platform.db, owner, items, askedAt)
    },

    /** To be called with what Fiken answers after an object was created or changed. */
    writeThrough: (db: Db, userId: string, slug: string, item: Item): Promise<void> =>
      store.upsertSeen(db, { userId, fikenCompanySlug: slug }, [item], NOW),

    /** To be called when Fiken has answered that it no longer has this object. */
    async drop(db: Db, userId: string, slug: string, id: number): Promise<void> {
      await store.dropIds(db, { userId, fikenCompanySlug: slug }, [id], null)
    },
  }
}
