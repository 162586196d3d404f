import { openDatabase } from '#server/platform/database/database'
import { createLog } from '#server/platform/log'
import { PREPARED } from '../world/prepared.ts'
import { temporaryDatabase } from '../world/temporary-database.ts'
import { withQueueTables } from '../world/memory-database.ts'

/** Creates a database with all tables once per run, which test worlds copy. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const server = process.env['TEST_DATABASE_URL']
  // Every test project runs this setup, and all of them share the first database.
  if (!server || process.env[PREPARED.templateDatabase]) return undefined
  const { name, url, drop } = await temporaryDatabase(server)
  const options = { url, folder: '', migrations: 'migrations', log: createLog('fatal') }
  const database = await openDatabase(options)
  await withQueueTables(database)
  await database.close()
  process.env[PREPARED.templateDatabase] = name
  return drop
}
