import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '#server/platform/database/database'
import { createLog } from '#server/platform/log'
import { withQueueTables } from '../world/memory-database.ts'
import { PREPARED } from '../world/prepared.ts'

/**
 * Creates a data folder whose embedded database has all tables, once per run, because creating one
 * takes three times as much processor time as starting on a copy.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Every test project runs this setup, and all of them share the first folder.
  if (process.env[PREPARED.templateFolder]) return undefined
  const folder = await mkdtemp(path.join(tmpdir(), 'fakturabro-template-'))
  const options = { url: '', folder, migrations: 'migrations', log: createLog('fatal') }
  const database = await openDatabase(options)
  await withQueueTables(database)
  await database.close()
  process.env[PREPARED.templateFolder] = folder
  return () => rm(folder, { recursive: true, force: true })
}
