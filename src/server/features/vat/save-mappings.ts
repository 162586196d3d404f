import { instant } from '../../platform/clock.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { HttpError } from '../../platform/http-error.ts'
import { recordActivity } from '../activity-log/record.ts'
import { configurationOf, holdConfiguration } from '../configuration/queries.ts'
import { saveMappings } from './store.ts'
import { checkMappings, type RequestedMapping } from './mapping-check.ts'
import { readVatTable } from './queries.ts'

/**
 * Saves the changed rows of the VAT table.
 * @throws HttpError 409 without a chosen company, or when one of the rows has been saved from
 * another window; 400 with the name of the invalid rate. Nothing is saved then.
 */
export async function saveVatTable(
  platform: Platform,
  companyId: string,
  actor: Actor,
  requested: readonly RequestedMapping[],
): Promise<void> {
  const { fikenCompanySlug } = await configurationOf(platform.db, companyId)
  if (!fikenCompanySlug)
    throw new HttpError(409, 'no_company', 'Velg et selskap i Fiken før du endrer MVA-tabellen.')
  const at = instant(platform.clock)
  await platform.db.transaction(async (tx) => {
    // Makes concurrent saves from two windows run one after the other, so that the second is
    // checked against the rows of the first.
    await holdConfiguration(tx, companyId)
    const { rows, company } = await readVatTable(tx, companyId, fikenCompanySlug)
    const checked = checkMappings(requested, rows, company)
    if (!checked.ok) {
      throw checked.elsewhere
        ? new HttpError(409, 'changed_elsewhere', checked.message)
        : new HttpError(400, 'vat_mapping_refused', checked.message)
    }
    if (checked.changed.length === 0) return
    const saved = checked.changed.map(
      ({ taxRateUuid, vatType, goodsAccount, serviceAccount, confirmed }) => ({
        companyId,
        fikenCompanySlug,
        taxRateUuid,
        vatType,
        goodsAccount,
        serviceAccount,
        confirmed,
        updatedAt: at,
      }),
    )
    await saveMappings(tx, saved)
    await recordActivity(tx, {
      companyId,
      actor,
      type: 'configuration',
      action: 'vat_mappings_saved',
      description: `MVA-tabellen lagret: ${checked.changed.map((row) => row.name).join(', ')}`,
      success: true,
      at,
    })
  })
}
