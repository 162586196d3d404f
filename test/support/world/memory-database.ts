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

const emptied: Engine[] = []
const KEPT = 2

/**
 * Opens an embedded in-memory database with all migrations and the queue's tables, but no rows. A
 * closed database is emptied and reused, because creating an engine takes as long as a whole flow
 * test.
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
 * Creates an engine. Creating one from scratch takes seconds, so the first one is saved as a dump,
 * named by a hash of what it was made from, and later engines start from the dump.
 */
async function made(log: Log): Promise<Database> {
  const options = { url: '', folder: '', migrations: MIGRATIONS, log, inMemory: true }
  const file = path.join(CACHE, `database-${madeFrom()}.tar`)
  // Read into memory first, because a Blob backed by the file breaks when another test file
  // replaces the dump.
  if (existsSync(file))
    return openDatabase({ ...options, template: new Blob([await readFile(file)]) })
  const database = await openDatabase(options)
  await withQueueTables(database)
  await keep(database, file)
  return database
}

export async function withQueueTables(database: Database): Promise<void> {
  const queue = createQueue({ database, log: createLog('fatal'), works: false })
  await queue.start([], [])
  await queue.stop()
}

/** Saves the dump under another name and renames it; other files can look for it meanwhile. */
async function keep({ engine }: Database, file: string): Promise<void> {
  if (engine.kind !== 'embedded') return
  const dump = await engine.pglite.dumpDataDir('none')
  const unfinished = `${file}.${randomUUID()}`
  await mkdir(CACHE, { recursive: true })
  await writeFile(unfinished, Buffer.from(await dump.arrayBuffer()))
  await rename(unfinished, file)
}

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
