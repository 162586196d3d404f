import { osloInstant } from '#shared/dates'
import { holdSettings, writeSettings } from '#server/features/billing/settings-store'
import type { Platform } from '#server/platform/platform'
import { memoryPlatform, type MemoryPlatform } from '../world/memory-platform.ts'

export const FORM = {
  billingEnabled: true,
  monthlyPrice: 500,
  productName: 'Fakturabro',
  productDescription: '',
  adminFikenCompanySlug: 'selger-as',
}

export interface MemorySeller {
  memory: MemoryPlatform
  /** The seller's user id. */
  seller: string
  /** Returns the platform with a clock that stands at the given time. */
  processAt: (moment: Date) => Platform
}

/** Makes a seller who has billed since 1 November, in a database of its own. */
export async function memorySeller(): Promise<MemorySeller> {
  const memory = await memoryPlatform()
  const seller = await memory.addUser('selger')
  await memory.platform.db.transaction(async (tx) => {
    await holdSettings(tx)
    await writeSettings(tx, {
      billingEnabled: true,
      adminUserId: seller,
      adminFikenCompanySlug: FORM.adminFikenCompanySlug,
      updatedAt: osloInstant('2026-11-01', 12),
    })
  })
  const processAt = (moment: Date): Platform => ({
    ...memory.platform,
    clock: { ...memory.platform.clock, now: () => moment.getTime() },
  })
  return { memory, seller, processAt }
}
