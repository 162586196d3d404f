import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openDatabase, type Database } from '#server/platform/database/database'
import { databaseOn } from '#server/platform/database/embedded'
import { createQueue } from '#server/platform/queue/queue'
import { createLog, type Log } from '#server/platform/log'
import { empty, engineOf, lend, type Engine } from './emptied-engine.ts'

const MIGRATIONS = 'migrations'
const CACHE = 'node_modules/.cache/fakturabro'

/** Emptied engines of this process that wait for the next test, at most this many. */
const emptied: Engine[] = []
const KEPT = 2

/**
 * Opens an embedded database in memory, with all migrations and the queue's tables, and no rows. A
 * closed one is emptied and handed out again, because making an engine costs as much as a flow.
 */
export async function openMemoryDatabase(log: Log = createLog('fatal')): Promise<Database> {
  const engine = emptied.pop() ?? (await engineOf(await made(log)))
  const { lent, takeBack } = lend(engine.pglite)
  let closed = false
  return databaseOn(lent, async () => {
    if (closed) return
    closed = true
    await takeBack()
    if (emptied.length < KEPT && (await empty(engine))) emptied.push(engine)
    else await engine.pglite.close()
  })
}

/**
 * Makes an engine. Doing that from nothing takes seconds, which every test file would pay; so the
 * first one is kept as a dump, under a name that says what it was made from, and later ones begin
 * with its copy.
 */
async function made(log: Log): Promise<Database> {
  const options = { url: '', folder: '', migrations: MIGRATIONS, log, inMemory: true }
  const file = path.join(CACHE, `database-${madeFrom()}.tar`)
  // Read whole: a blob that stands for a file breaks when another test file puts its own dump in
  // the same place.
  if (existsSync(file))
    return openDatabase({ ...options, template: new Blob([await readFile(file)]) })
  const database = await openDatabase(options)
  await withQueueTables(database)
  await keep(database, file)
  return database
}

/** Makes the queue's tables, as its first start does. */
export async function withQueueTables(database: Database): Promise<void> {
  const queue = createQueue({ database, log: createLog('fatal'), works: false })
  await queue.start([], [])
  await queue.stop()
}

/**
 * Writes the dump beside its place and then moves it, because other test files look for it at the
 * same time.
 */
async function keep({ engine }: Database, file: string): Promise<void> {
  if (engine.kind !== 'embedded') return
  const dump = await engine.pglite.dumpDataDir('none')
  const unfinished = `${file}.${randomUUID()}`
  await mkdir(CACHE, { recursive: true })
  await writeFile(unfinished, Buffer.from(await dump.arrayBuffer()))
  await rename(unfinished, file)
}

/** Returns a hash of the migrations and the engine's version: a change makes another database. */
function madeFrom(): string {
  const hash = createHash('sha256')
  hash.update(readFileSync('node_modules/@electric-sql/pglite/package.json'))
  for (const name of readdirSync(MIGRATIONS)
    .filter((each) => each.endsWith('.sql'))
    .sort()) {
    hash.update(name).update(readFileSync(path.join(MIGRATIONS, name)))
  }
  return hash.digest('hex').slice(0, 16)
}
