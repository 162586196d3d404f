import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startSandbox, type Sandbox } from '#sandbox/start'
import { createVisitor, type Visitor } from '../people/browserless.ts'
import { until } from '../wait.ts'
import { startProduct, type ProcessOverrides, type ProductProcess } from './process.ts'
import { freePort } from './free-port.ts'
import { calmSandbox } from './world.ts'
import { onServer, temporaryDatabase } from './temporary-database.ts'

/** The product as a process whose data can be saved while it is away, and put back later. */
export interface BackedUpWorld {
  sandbox: Sandbox
  visitor(): Visitor
  /** SIGKILL, immediately. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Keeps the data as they are now; the product must not be running. */
  save(): Promise<void>
  /** Puts back what was kept: nothing that was written since has ever been. */
  putBack(): Promise<void>
  /** Turns the vendors' clock forward, and the product's at its next start. */
  advance(milliseconds: number): void
  stop(): Promise<void>
}

interface Storage {
  env: Record<string, string>
  save(): Promise<void>
  putBack(): Promise<void>
  drop(): Promise<void>
}

export async function startBackedUpWorld(overrides: ProcessOverrides): Promise<BackedUpWorld> {
  let ahead = 0
  const sandbox = await startSandbox({ now: () => Date.now() + ahead })
  calmSandbox(sandbox)
  const server = process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL'] ?? ''
  const storage = server ? await databaseOn(server) : await folderOnDisk()
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...sandbox.env,
    ...storage.env,
    PUBLIC_URL: url,
    TEST_OVERRIDES: JSON.stringify(overrides),
  }
  let running: ProductProcess | null = null
  const start = async () => {
    running = await startProduct({ ...env, PORT: port, TEST_CLOCK_AHEAD_MS: String(ahead) })
  }
  await start()
  return {
    sandbox,
    visitor: () => createVisitor(url),
    kill: async () => running?.end('SIGKILL'),
    start,
    save: () => storage.save(),
    putBack: () => storage.putBack(),
    advance: (milliseconds) => {
      ahead += milliseconds
    },
    stop: async () => {
      await running?.end('SIGTERM')
      await sandbox.close()
      await storage.drop()
    },
  }
}

/** The embedded database: its folder is copied. */
async function folderOnDisk(): Promise<Storage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fakturabro-'))
  const copy = `${folder}-copy`
  return {
    env: { DATA_DIR: folder, DATABASE_URL: '' },
    // A killed process leaves its socket behind, which is no file to copy.
    save: () => cp(folder, copy, { recursive: true, filter: (file) => !file.endsWith('.sock') }),
    putBack: async () => {
      await rm(folder, { recursive: true })
      await cp(copy, folder, { recursive: true })
    },
    drop: async () => {
      for (const each of [folder, copy]) await rm(each, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL: a database is made with the other as its template. */
async function databaseOn(server: string): Promise<Storage> {
  const { url, drop } = await temporaryDatabase(server)
  const name = new URL(url).pathname.slice(1)
  const copy = `${name}_copy`
  // A killed process's connections live on for a moment, and a template must have none.
  const make = (made: string, template: string) =>
    until(`${made} to be made`, async () => {
      await onServer(server, `create database ${made} template ${template}`)
      return true
    })
  return {
    env: { DATABASE_URL: url },
    save: async () => {
      await make(copy, name)
    },
    putBack: async () => {
      await onServer(server, `drop database ${name} with (force)`)
      await make(name, copy)
    },
    drop: async () => {
      await onServer(server, `drop database if exists ${copy} with (force)`)
      await drop()
    },
  }
}
