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
  type FikenSyncResult,
} from './fiken-sync.ts'
import { NOW } from './store.ts'
import type { Reading, SyncOptions } from './sync.ts'

/**
 * The mirror's state before the call: recent enough (`ready`), never read completely (`filled`) or
 * too old (`refreshed`).
 */
type MirrorState = 'ready' | 'filled' | 'refreshed'

/**
 * Returns the operations on a mirror of one of a company's lists.
 *
 * @param onSeen called with objects that have been read, before they are stored
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
   * Fetches changes from Fiken into the mirror.
   *
   * @throws ExternalError, LimiterClosed, LimiterBusy; the pages read before the error have been
   * stored
   */
  function refresh(
    platform: Platform,
    companyId: string,
    company: FikenCompany,
    options: SyncOptions = {},
  ): Promise<FikenSyncResult> {
    const owner = { companyId, fikenCompanySlug: company.slug }
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
     * Prepares the mirror for a caller that looks for an object and creates it if it is missing.
     * Reads the list if it was never read completely or is older than `maxAgeMs`.
     * @throws the errors of refresh; the caller must then create nothing, because it cannot know
     * what exists
     */
    async ensure(
      platform: Platform,
      companyId: string,
      company: FikenCompany,
      options: { maxAgeMs?: number; signal?: AbortSignal } = {},
    ): Promise<MirrorState> {
      const { maxAgeMs = Number.POSITIVE_INFINITY, signal } = options
      const { completedAt } = await findCursor(platform.db, companyId, mirror, company.slug)
      if (completedAt !== null && platform.clock.now() - completedAt.getTime() <= maxAgeMs)
        return 'ready'
      await refresh(platform, companyId, company, { signal })
      return completedAt === null ? 'filled' : 'refreshed'
    },

    /**
     * Stores objects that were read outside a refresh.
     *
     * @param askedAt the database's time immediately before the objects were requested
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

    writeThrough: (db: Db, companyId: string, slug: string, item: Item): Promise<void> =>
      store.upsertSeen(db, { companyId, fikenCompanySlug: slug }, [item], NOW),

    async drop(db: Db, companyId: string, slug: string, id: number): Promise<void> {
      await store.dropIds(db, { companyId, fikenCompanySlug: slug }, [id], null)
    },
  }
}
