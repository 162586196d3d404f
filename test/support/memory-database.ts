import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openDatabase, type Database } from '#server/platform/database/database'
import { createLog, type Log } from '#server/platform/log'

const MIGRATIONS = 'migrations'
const CACHE = 'node_modules/.cache/fakturabro'

/**
 * An embedded database in memory, with all migrations. Making a new one from nothing takes seconds, which every test file would pay; so the
 * first one is kept as a dump, under a name that says what it was made from, and later ones begin with its copy.
 */
export async function openMemoryDatabase(log: Log = createLog('fatal')): Promise<Database> {
  const options = { url: '', folder: '', migrations: MIGRATIONS, log, inMemory: true }
  const file = path.join(CACHE, `database-${madeFrom()}.tar`)
  // Read whole: a blob that stands for a file breaks when another test file puts its own dump in the same place.
  if (existsSync(file)) return openDatabase({ ...options, template: new Blob([await readFile(file)]) })
  const database = await openDatabase(options)
  await keep(database, file)
  return database
}

/** Written beside its place and then moved, because other test files look for it at the same time. */
async function keep({ engine }: Database, file: string): Promise<void> {
  if (engine.kind !== 'embedded') return
  const dump = await engine.pglite.dumpDataDir('none')
  const unfinished = `${file}.${randomUUID()}`
  await mkdir(CACHE, { recursive: true })
  await writeFile(unfinished, Buffer.from(await dump.arrayBuffer()))
  await rename(unfinished, file)
}

/** The migrations and the engine's version: another of either is another database. */
function madeFrom(): string {
  const hash = createHash('sha256').update(readFileSync('node_modules/@electric-sql/pglite/package.json'))
  for (const name of readdirSync(MIGRATIONS)
    .filter((each) => each.endsWith('.sql'))
    .sort()) {
    hash.update(name).update(readFileSync(path.join(MIGRATIONS, name)))
  }
  return hash.digest('hex').slice(0, 16)
}
