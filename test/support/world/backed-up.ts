import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { startSandbox, type Sandbox, type World } from '#sandbox/start'
import { untilOneOClock } from '../clock/daytime.ts'
import { worldIsReady } from '../clock/midnight.ts'
import { createVisitor, type Visitor } from '../people/browserless.ts'
import {
  startProduct,
  type ProcessOptions,
  type ProcessOverrides,
  type ProductProcess,
} from './process.ts'
import { freePort } from './free-port.ts'
import { stoppedAtEnd } from '../runner/leftovers.ts'
import { calmSandbox } from './world.ts'
import { onServer, temporaryDatabase } from './temporary-database.ts'

/** A product process whose data the test can back up while it is stopped, and restore later. */
export interface BackedUpWorld {
  /** The milliseconds that the world's clock was ahead of the tests' own at the start. */
  ahead: number
  sandbox: Sandbox
  vendors: World
  visitor(): Visitor
  kill(): Promise<void>
  start(): Promise<void>
  /** Backs up the data while the product is stopped. */
  save(): Promise<void>
  /** Restores the backup, so that all later writes are lost. */
  putBack(): Promise<void>
  /** Moves the vendors' clock forward, and the product's clock at its next start. */
  advance(milliseconds: number): void
  stop(): Promise<void>
}

interface Storage {
  env: Record<string, string>
  save(): Promise<void>
  putBack(): Promise<void>
  drop(): Promise<void>
}

export async function startBackedUpWorld(
  overrides: ProcessOverrides,
  { byDay = false }: Pick<ProcessOptions, 'byDay'> = {},
): Promise<BackedUpWorld> {
  const begunAhead = byDay ? untilOneOClock() : 0
  let ahead = begunAhead
  const sandbox = await startSandbox({ now: () => Date.now() + ahead })
  calmSandbox(sandbox)
  const server = process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL'] ?? ''
  const storage = server ? await databaseOn(server) : await folderOnDisk()
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const env = () => ({
    ...sandbox.env,
    // Read at every start, because restoring can change the database's address.
    ...storage.env,
    PUBLIC_URL: url,
    TEST_OVERRIDES: JSON.stringify(overrides),
  })
  let running: ProductProcess | null = null
  const start = async () => {
    running = await startProduct({ ...env(), PORT: port, TEST_CLOCK_AHEAD_MS: String(ahead) })
  }
  await start()
  worldIsReady()
  return {
    ahead: begunAhead,
    sandbox,
    vendors: sandbox.world,
    visitor: () => createVisitor(url),
    kill: async () => running?.end('SIGKILL'),
    start,
    save: () => storage.save(),
    putBack: () => storage.putBack(),
    advance: (milliseconds) => {
      ahead += milliseconds
    },
    stop: stoppedAtEnd(async () => {
      await running?.end('SIGTERM')
      await sandbox.close()
      await storage.drop()
    }, sandbox),
  }
}

/** Returns the embedded database's folder, with the backup commands of docs/backup.md. */
async function folderOnDisk(): Promise<Storage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fakturabro-'))
  const env = { DATA_DIR: folder, BACKUP: `${folder}-copy` }
  return {
    env: { DATA_DIR: folder, DATABASE_URL: '' },
    save: () => runDocumented('save-embedded', env),
    putBack: () => runDocumented('restore-embedded', env),
    drop: async () => {
      for (const each of [folder, env.BACKUP, `${folder}.before-restore`])
        await rm(each, { recursive: true, force: true })
    },
  }
}

/** Returns a PostgreSQL database, with a dump and restore as in docs/backup.md. */
async function databaseOn(server: string): Promise<Storage> {
  const { name, url, drop } = await temporaryDatabase(server)
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'fakturabro-backup-')), 'backup.dump')
  const env = { DATABASE_URL: url }
  const restored: string[] = []
  return {
    env,
    save: () => runDocumented('save-postgres', { ...env, BACKUP: file, SERVER_URL: server }),
    putBack: async () => {
      const another = `${name}_restored_${restored.length + 1}`
      restored.push(another)
      const restoredUrl = Object.assign(new URL(url), { pathname: `/${another}` }).href
      const commands = {
        ...env,
        BACKUP: file,
        SERVER_URL: server,
        RESTORED: another,
        RESTORED_URL: restoredUrl,
        OWNER: new URL(url).username,
      }
      await runDocumented('make-postgres', commands)
      await runDocumented('restore-postgres', commands)
      env.DATABASE_URL = restoredUrl
    },
    drop: async () => {
      for (const each of restored)
        await onServer(server, `drop database if exists ${each} with (force)`)
      await rm(path.dirname(file), { recursive: true })
      await drop()
    },
  }
}

/**
 * Runs a block of commands from docs/backup.md unchanged, so that the document itself is tested.
 * @param name the word after "sh" at the start of the block
 * @throws when a command fails or the block does not exist
 */
async function runDocumented(name: string, env: Record<string, string>): Promise<void> {
  const text = await readFile('docs/backup.md', 'utf8')
  const block = new RegExp(`^\`\`\`sh ${name}\n([^]*?)^\`\`\``, 'm').exec(text)?.[1]
  if (!block) throw new Error(`docs/backup.md has no commands ${name}`)
  await promisify(execFile)('sh', ['-ec', block], { env: { ...process.env, ...env } })
}
