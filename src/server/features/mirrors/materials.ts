import type { ServiceM8Client } from '#clients/servicem8/client'
import type { Material, MaterialChange } from '#clients/servicem8/types'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { findCursor } from './cursor-store.ts'
import { followAccount, NOTHING_READ, syncFromServiceM8 } from './servicem8-sync.ts'
import { databaseTime, findCoalesced, mirrorStore, NOW } from './store.ts'
import { bothVersions, type Reading, type SyncOptions, type SyncResult } from './sync.ts'
import { servicem8Materials } from './tables.ts'

export { materialsByNumber, materialsMentioning } from './search-store.ts'

const materials = mirrorStore({
  table: servicem8Materials,
  scope: ['companyId'],
  id: 'uuid',
  columns: ({ uuid, itemNumber, active }) => ({ uuid, itemNumber, active }),
  orderBy: ['itemNumber', 'uuid'],
})

const findByUuid = findCoalesced(servicem8Materials, ['companyId', 'uuid'])

export async function materialsReadAt(
  db: Db,
  companyId: string,
  account: string,
): Promise<Date | null> {
  return (await findCursor(db, companyId, 'materials', account)).completedAt
}

export function countMaterials(db: Db, companyId: string): Promise<number> {
  return materials.count(db, { companyId }, { active: true })
}

export function materialsFor(db: Db, companyId: string): Promise<Material[]> {
  return materials.findInPages(db, { companyId }, { active: true })
}

/**
 * Returns the materials with these uuids, including inactive materials, since old lines refer to
 * them.
 */
export async function materialsByUuid(
  db: Db,
  companyId: string,
  uuids: readonly string[],
): Promise<Material[]> {
  const distinct = [...new Set(uuids)]
  return (await Promise.all(distinct.map((uuid) => findByUuid(db, { companyId, uuid })))).flat()
}

export function writeThroughMaterial(db: Db, companyId: string, material: Material): Promise<void> {
  return materials.upsertSeen(db, { companyId }, [material], NOW)
}

/**
 * Stores materials that have been read, and runs the `materialsSeen` hook for those that differ
 * from our copies.
 */
async function seeMaterials(
  platform: Platform,
  companyId: string,
  seen: readonly Material[],
  askedAt: Date,
  { isCurrent }: Reading,
): Promise<void> {
  const { db, hooks } = platform
  const before = await materials.replacedBy(db, { companyId }, seen, askedAt)
  const changed = bothVersions(before, seen, materials.idOf)
  if (changed.length > 0) await hooks.run('materialsSeen', { companyId, changed, isCurrent })
  await materials.upsertSeen(db, { companyId }, seen, askedAt)
}

export async function readMaterial(
  platform: Platform,
  companyId: string,
  client: ServiceM8Client,
  uuid: string,
): Promise<Material> {
  const askedAt = await databaseTime(platform.db)
  const material = await client.materials.get(uuid)
  await seeMaterials(platform, companyId, [material], askedAt, { isCurrent: true })
  return material
}

/**
 * Reads a material from ServiceM8 and writes a change to it. Both versions are stored in our copy
 * in turn, because the version read might contain a change by another user of ServiceM8.
 */
export async function changeMaterial(
  platform: Platform,
  companyId: string,
  client: ServiceM8Client,
  uuid: string,
  change: (current: Material) => MaterialChange | null,
): Promise<{ before: Material; after: Material }> {
  const askedAt = await databaseTime(platform.db)
  const changed = await client.materials.update(uuid, change)
  const { before, after } = changed
  await seeMaterials(platform, companyId, [before], askedAt, { isCurrent: true })
  if (after !== before) await writeThroughMaterial(platform.db, companyId, after)
  return changed
}

/**
 * Fetches changes to the account's materials into our copy.
 *
 * @throws ExternalError, LimiterClosed; the pages read before the error have been stored
 */
export async function refreshMaterials(
  platform: Platform,
  companyId: string,
  client: ServiceM8Client,
  options: SyncOptions = {},
): Promise<SyncResult> {
  const { db } = platform
  const account = await followAccount(db, companyId, ['materials'], materials)
  if (!account) return NOTHING_READ
  return syncFromServiceM8(
    platform,
    'materials',
    account,
    options,
    (from) => client.materials.list(from),
    (rows, askedAt) => seeMaterials(platform, companyId, rows, askedAt, { isCurrent: false }),
  )
}
