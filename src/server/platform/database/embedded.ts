import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle as overPglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { closeFolder, makeFolder } from '../data-folder.ts'
import type { Database, OpenOptions } from './database.ts'
import { lockFolder } from './lock.ts'

/**
 * WAL files are opened O_SYNC: the engine's own fsync does nothing, and a power cut must not lose
 * an accepted job.
 */
const SYNCED = [
  ...PGlite.defaultStartParams.filter((p) => p !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=open_datasync',
  // The engine's own 128 MiB stay resident once they have been used. What is not in these is in the
  // system's cache.
  '-c',
  'shared_buffers=32MB',
]

/** As {@link OpenOptions} say. Throws when the folder is taken or a migration fails. */
export async function openEmbedded(options: OpenOptions): Promise<Database> {
  const folder = path.join(options.folder, 'database')
  const close = () => (options.inMemory ? undefined : closeFolder(options.folder))
  close()
  const unlock = options.inMemory ? () => undefined : await lockFolder(options.folder)
  if (!options.inMemory) makeFolder(folder)
  const pglite = await PGlite.create({
    // What the search is made of (decision 0016).
    extensions: { btree_gin, pg_trgm },
    ...(options.inMemory ? {} : { dataDir: folder, startParams: SYNCED }),
    ...(options.template ? { loadDataDir: options.template } : {}),
  })
  await migratePglite(overPglite(pglite), { migrationsFolder: options.migrations })
  // The engine has made its files open to all.
  close()
  return databaseOn(pglite, async () => {
    await pglite.close()
    unlock()
  })
}

/** The embedded engine as a database; it has been migrated. */
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
