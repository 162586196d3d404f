import { instant } from '../../platform/clock.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordActivity } from '../activity-log/record.ts'
import { configurationOf, holdConfiguration, type ConfigurationRow } from './queries.ts'
import { changeConfiguration } from './store.ts'

type Change = Partial<Pick<ConfigurationRow, 'autoPriceSyncEnabled' | 'autoPriceSyncInterval'>>

/**
 * Saves the user's settings for automatic price synchronisation, and logs the save if a setting
 * changes.
 * @param judge throws when the resulting settings are not allowed
 */
export async function savePriceSync(
  platform: Platform,
  companyId: string,
  actor: Actor,
  change: Change,
  judge: (next: ConfigurationRow) => void,
): Promise<void> {
  const { db, clock } = platform
  await configurationOf(db, companyId)
  const at = instant(clock)
  await db.transaction(async (tx) => {
    const current = await holdConfiguration(tx, companyId)
    const next = { ...current, ...change }
    judge(next)
    const { autoPriceSyncEnabled, autoPriceSyncInterval } = next
    if (
      autoPriceSyncEnabled === current.autoPriceSyncEnabled &&
      autoPriceSyncInterval === current.autoPriceSyncInterval
    )
      return
    await changeConfiguration(tx, companyId, { autoPriceSyncEnabled, autoPriceSyncInterval }, at)
    const how = OFTEN[autoPriceSyncInterval]
    const state = autoPriceSyncEnabled ? 'på' : 'av'
    await recordActivity(tx, {
      companyId,
      actor,
      type: 'configuration',
      action: 'configuration_saved',
      success: true,
      at,
      description: `Innstillinger lagret: automatisk prissynkronisering er ${state}${how && autoPriceSyncEnabled ? `, ${how}` : ''}`,
    })
  })
}

const OFTEN: Partial<Record<number, string>> = {
  1440: 'hver dag',
  10_080: 'hver uke',
  43_200: 'hver måned',
}

/**
 * Stores the time of a price synchronisation; the next synchronisation is due one interval later.
 */
export async function recordPriceSync(db: Db, companyId: string, at: Date): Promise<void> {
  await changeConfiguration(db, companyId, { lastAutoPriceSync: at }, at)
}
