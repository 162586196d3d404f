import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle as overPglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { closeFolder, makeFolder } from '../data-folder.ts'
import type { Database, OpenOptions } from './database.ts'
import { prepareEmbedded } from './prepared-embedded.ts'

/**
 * The startup parameters that make the engine open WAL files with O_SYNC: the engine's own fsync
 * does nothing, and a power cut must not lose an accepted job.
 */
const SYNCED = [
  ...PGlite.defaultStartParams.filter((p) => p !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=open_datasync',
  // The default of 128 MiB stays resident once used. Pages outside these buffers are still in the
  // operating system's cache.
  '-c',
  'shared_buffers=32MB',
]

/**
 * Opens the embedded database.
 * @throws Error if the folder is in use or a migration fails
 */
export async function openEmbedded(options: OpenOptions): Promise<Database> {
  const folder = path.join(options.folder, 'database')
  const close = () => (options.inMemory ? undefined : closeFolder(options.folder))
  close()
  const unlock = options.inMemory ? () => undefined : await lockFolder(options.folder)
  if (!options.inMemory) makeFolder(folder)
  const pglite = await PGlite.create({
    // The search uses these extensions (decision 0016).
    extensions: { btree_gin, pg_trgm },
    ...(options.inMemory ? {} : { dataDir: folder, startParams: SYNCED }),
    ...(options.template ? { loadDataDir: options.template } : {}),
  })
  await migratePglite(overPglite(pglite), { migrationsFolder: options.migrations })
  prepareEmbedded(pglite)
  // The engine has just created files that all users can read.
  close()
  return databaseOn(pglite, async () => {
    await pglite.close()
    unlock()
  })
}

export function databaseOn(pglite: PGlite, close: () => Promise<void>): Database {
  return {
    db: overPglite(pglite),
    kind: 'embedded',
    engine: { kind: 'embedded', pglite },
    notify: async (channel, payload) => {
      await pglite.query('select pg_notify($1, $2)', [channel, payload])
    },
    listen: async (channel, heard) => pglite.listen(channel, heard),
    close,
  }
}

/**
 * Locks the data folder against a second process, and returns the function that unlocks the folder.
 * The embedded database has no lock, and two processes on one folder lose each other's rows without
 * an error. SQLite's file lock is held by the operating system, so the lock ends with the process,
 * however the process ended.
 */
async function lockFolder(folder: string): Promise<() => void> {
  makeFolder(folder)
  const { DatabaseSync } = await import('node:sqlite')
  const lock = new DatabaseSync(path.join(folder, '.instance-lock'), { timeout: 0 })
  try {
    lock.exec('pragma journal_mode=delete; begin exclusive')
  } catch (cause) {
    lock.close()
    throw new Error(
      `The data folder ${folder} is in use by another process. Stop it first, or set DATA_DIR to another folder.`,
      { cause },
    )
  }
  return () => {
    lock.exec('rollback')
    lock.close()
  }
}
