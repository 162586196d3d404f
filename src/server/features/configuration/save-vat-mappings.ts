import { recordActivity } from '../activity-log/record.ts'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findOrMakeConfiguration, saveMappings } from './store.ts'
import { checkMappings, type WantedMapping } from './vat-check.ts'
import { readVatTable } from './vat-table.ts'

/**
 * Saves the rows that differ from what is there.
 *
 * @throws Refusal 409 without a company; 400 naming the rate that does not fit, and then nothing is saved
 */
export async function saveVatTable(platform: Platform, userId: string, wanted: readonly WantedMapping[]): Promise<void> {
  const { fikenCompanySlug } = await findOrMakeConfiguration(platform.db, userId)
  if (!fikenCompanySlug) throw new Refusal(409, 'no_company', 'Velg et selskap i Fiken før du endrer MVA-tabellen.')
  const { rows, company } = await readVatTable(platform.db, userId, fikenCompanySlug)
  const checked = checkMappings(wanted, rows, company)
  if (!checked.ok) throw new Refusal(400, 'vat_mapping_refused', checked.message)
  if (checked.changed.length === 0) return
  const at = instant(platform.clock)
  const saved = checked.changed.map(({ taxRateUuid, vatType, goodsAccount, serviceAccount, confirmed }) => {
    return { userId, fikenCompanySlug, taxRateUuid, vatType, goodsAccount, serviceAccount, confirmed, updatedAt: at }
  })
  const description = `MVA-tabellen lagret: ${checked.changed.map((row) => row.name).join(', ')}`
  await platform.db.transaction(async (tx) => {
    await saveMappings(tx, saved)
    await recordActivity(tx, { userId, type: 'configuration', action: 'vat_mappings_saved', description, success: true, at })
  })
}
