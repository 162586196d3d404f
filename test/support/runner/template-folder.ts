import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '#server/platform/database/database'
import { createLog } from '#server/platform/log'
import { withQueueTables } from '../world/memory-database.ts'
import { PREPARED } from '../world/prepared.ts'

/**
 * Makes a data folder whose embedded database has every table, once for a whole run: making one
 * takes three times as much of a processor as a start on its copy.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Each project asks for it, and all of them share one.
  if (process.env[PREPARED.templateFolder]) return undefined
  const folder = await mkdtemp(path.join(tmpdir(), 'fakturabro-template-'))
  const options = { url: '', folder, migrations: 'migrations', log: createLog('fatal') }
  const database = await openDatabase(options)
  await withQueueTables(database)
  await database.close()
  process.env[PREPARED.templateFolder] = folder
  return () => rm(folder, { recursive: true, force: true })
}
