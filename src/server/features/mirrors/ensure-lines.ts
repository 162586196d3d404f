import { isExternalError } from '#clients/http/external-error'
import type { ServiceM8Client } from '#clients/servicem8/client'
import type { JobLine } from '#clients/servicem8/types'
import type { Platform } from '../../platform/platform.ts'
import { materialsByUuid, writeThroughMaterial } from './materials.ts'
import { refreshTaxRates, taxRatesOf } from './tax-rates.ts'

/**
 * Ensures that the materials and tax rates of a job's lines are in our copies, so that the draft
 * can be built. They can be missing when a job was completed before the first full sync, or shortly
 * after an item or a tax rate was created. Sends no request when all of them are known.
 * @throws ExternalError, LimiterClosed. Objects that ServiceM8 does not have, or does not let us
 * read, remain unknown without an error.
 */
export async function ensureLinesMirrored(
  platform: Platform,
  companyId: string,
  client: ServiceM8Client,
  lines: readonly Pick<JobLine, 'active' | 'materialUuid' | 'taxRateUuid'>[],
  signal?: AbortSignal,
): Promise<void> {
  const { db } = platform
  const active = lines.filter((line) => line.active)
  const rates = new Set((await taxRatesOf(db, companyId)).map((rate) => rate.uuid))
  const isKnown =
    rates.size > 0 &&
    active.every((line) => line.taxRateUuid === null || rates.has(line.taxRateUuid))
  if (!isKnown) await unlessRefused(() => refreshTaxRates(platform, companyId, client, { signal }))

  const uuids = [...new Set(active.flatMap((line) => line.materialUuid ?? []))]
  const known = new Set(
    (await materialsByUuid(db, companyId, uuids)).map((material) => material.uuid),
  )
  for (const uuid of uuids.filter((one) => !known.has(one))) {
    await unlessRefused(async () =>
      writeThroughMaterial(db, companyId, await client.materials.get(uuid, signal)),
    )
  }
}

async function unlessRefused(read: () => Promise<unknown>): Promise<void> {
  try {
    await read()
  } catch (error) {
    if (!isExternalError(error, 'not_found', 'forbidden')) throw error
  }
}
