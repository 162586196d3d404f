import { zipSync, strToU8 } from 'fflate'
import { csv } from '#shared/csv'
import type { Db } from '../../platform/database/database.ts'
import { rowsOfUser } from '../../operator-export.ts'

/**
 * Everything the database holds of a user, without secrets, as a ZIP: each table as JSON and as CSV that a Norwegian Excel opens
 * (semicolons, byte order mark). GDPR article 20.
 */
export async function exportData(db: Db, userId: string): Promise<Uint8Array> {
  const tables = new Map<string, Record<string, unknown>[]>()
  for await (const { table, rows } of rowsOfUser(db, userId)) tables.set(table, [...(tables.get(table) ?? []), ...rows])
  const files: Record<string, Uint8Array> = {}
  for (const [table, rows] of tables) {
    files[`json/${table}.json`] = strToU8(JSON.stringify(rows, null, 2))
    files[`csv/${table}.csv`] = strToU8(csv(rows))
  }
  return zipSync(files, { level: 6 })
}
