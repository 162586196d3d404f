import { openDatabase, type Database } from '#server/platform/database/database'
import { createLog } from '#server/platform/log'
import { openMemoryDatabase } from './memory-database.ts'
import { migratedDatabase } from './temporary-database.ts'

/** Kinds of databases to test: the embedded one, and PostgreSQL when TEST_DATABASE_URL is set. */
export const DATABASE_KINDS = [
  'embedded',
  ...(process.env['TEST_DATABASE_URL'] ? (['postgres'] as const) : []),
] as const

export interface Databases {
  /** Databases of two simulated processes: two PostgreSQL pools, or one embedded database twice. */
  one: Database
  other: Database
  close(): Promise<void>
}

export async function openDatabases(kind: (typeof DATABASE_KINDS)[number]): Promise<Databases> {
  if (kind === 'embedded') {
    const one = await openMemoryDatabase()
    return { one, other: one, close: () => one.close() }
  }
  const options = { folder: '', migrations: 'migrations', log: createLog('fatal') }
  const { url, drop } = await migratedDatabase(process.env['TEST_DATABASE_URL'] ?? '')
  const [one, other] = [
    await openDatabase({ ...options, url }),
    await openDatabase({ ...options, url }),
  ]
  return {
    one,
    other,
    close: async () => {
      await Promise.all([one.close(), other.close()])
      await drop()
    },
  }
}
