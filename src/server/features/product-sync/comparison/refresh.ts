import { isExternalError } from '#clients/http/external-error'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { LimiterClosed } from '../../../platform/limiter/vendor-limiter.ts'
import { openFiken, openServicem8 } from '../../connections/tokens/open-clients.ts'
import { reasonOf, vendorFailure } from '../../connections/vendor-failure.ts'
import { isVendorTrouble } from '../../connections/vendor-trouble.ts'
import { materialsReadAt, refreshMaterials } from '../../mirrors/materials.ts'
import { productsReadAt, productsReadWholeAt, refreshProducts } from '../../mirrors/products.ts'
import { scopesOf } from '../../mirrors/schedule.ts'
import { refreshTaxRates } from '../../mirrors/tax-rates.ts'
import { keepAgreed, type Agreed } from '../snapshot-store.ts'
import { compareLists } from './read-comparison.ts'
import { endRefresh, readRefresh, type Refresh } from './refresh-store.ts'

/** The age in milliseconds below which Fiken's list, once read, is used for the first comparison. */
const RECENT_MS = 5 * 60_000

/**
 * Reads both lists, and stores agreeing values as the pairs' snapshots. Fiken's list is read
 * completely, because deletions are not visible otherwise, and because it is not documented whether
 * a sale counts as a change of the product. A vendor's failure ends the reading and is stored for
 * the screen.
 */
export async function refreshLists(
  platform: Platform,
  companyId: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const asked = await readRefresh(platform.db, companyId)
    if (!asked || (asked.endedAt !== null && asked.endedAt >= asked.askedAt)) return
    // Requests made during this reading need another reading, because the lists can have changed
    // since.
    await readLists(platform, companyId, asked, signal)
  }
}

async function readLists(
  platform: Platform,
  companyId: string,
  { askedAt, endedAt }: Refresh,
  signal: AbortSignal,
): Promise<void> {
  const { db } = platform
  const { account, slug } = await scopesOf(db, companyId)
  // A user who waits for the first comparison looks at an empty screen.
  const unhurried =
    account !== null &&
    (await materialsReadAt(db, companyId, account)) !== null &&
    slug !== null &&
    (await productsReadAt(db, companyId, slug)) !== null
  const options = { signal, onPage: () => platform.live.publish(companyId, 'products') }
  const problems = [
    await reading('ServiceM8', signal, async () => {
      const { client } = await openServicem8(platform, companyId, { unhurried, signal })
      await refreshTaxRates(platform, companyId, client, { signal })
      await refreshMaterials(platform, companyId, client, options)
    }),
    await reading('Fiken', signal, async () => {
      if (slug === null) return
      // The mirrors' queue might have read the list, for example after the company was chosen.
      const readAt = await productsReadWholeAt(db, companyId, slug)
      const recentMs = endedAt === null ? RECENT_MS : 0
      if (readAt !== null && readAt.getTime() >= askedAt.getTime() - recentMs) return
      const { client } = await openFiken(platform, companyId, { unhurried, signal })
      await refreshProducts(platform, companyId, client.company(slug), { ...options, full: true })
    }),
  ]
  const [first] = problems.filter((problem) => problem !== null)
  if (slug !== null && !first) await keepWhatAgrees(platform, companyId, slug)
  await endRefresh(db, companyId, askedAt, first ?? { problem: null, details: null })
  platform.live.publish(companyId, 'products')
}

/**
 * Reads one system's list. Returns null if the reading succeeded, otherwise the problem. If a
 * shutdown interrupts the reading, the next run reads the lists.
 */
async function reading(
  system: string,
  signal: AbortSignal,
  read: () => Promise<void>,
): Promise<{ problem: string; details: string | null } | null> {
  try {
    await read()
    return null
  } catch (error) {
    if (signal.aborted || error instanceof LimiterClosed || !isVendorTrouble(error)) throw error
    const failure = vendorFailure(error, `Kunne ikke hente produktene fra ${system}.`)
    const details = isExternalError(error) && error.details !== '' ? error.details : null
    return { problem: reasonOf(failure), details }
  }
}

async function keepWhatAgrees(platform: Platform, companyId: string, slug: string): Promise<void> {
  const { matchedProducts } = await compareLists(platform.db, companyId, slug)
  const agreed = matchedProducts.flatMap((pair): Agreed[] => {
    const price = pair.fikenPrice !== null && pair.fikenPrice / 100 === pair.servicem8SalePrice
    const stock = pair.fikenStock !== null && pair.fikenStock === pair.servicem8Stock
    if (!price && !stock) return []
    return [
      {
        productId: pair.fikenProductId,
        materialUuid: pair.servicem8Uuid,
        ...(price && pair.fikenPrice !== null ? { netPrice: pair.fikenPrice } : {}),
        ...(stock && pair.fikenStock !== null ? { stock: pair.fikenStock } : {}),
      },
    ]
  })
  await keepAgreed(platform.db, companyId, agreed, instant(platform.clock))
}
