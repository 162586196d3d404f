import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Overrides } from '#server/compose'
import { startSandbox, type Sandbox, type SandboxOptions } from '#sandbox/start'
import { createVisitor, type Visitor } from './browserless.ts'
import { calmSandbox, freePort, temporaryDatabase } from './world.ts'
import { until } from './wait.ts'

/** As startWorld(), but with the product as a process that can be killed. What it leaves behind is what a power cut would leave. */
export interface ProcessWorld {
  url: string
  sandbox: Sandbox
  visitor(): Visitor
  /** SIGKILL, in the middle of whatever it does; resolves when the process is gone. */
  kill(): Promise<void>
  /** Starts it again on the same data and the same address; resolves when it is usable. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** Of the overrides, those that JSON can carry. */
export type ProcessOverrides = Pick<Overrides, 'gate' | 'ladderScale' | 'vendorTimeoutMs' | 'tickMs'>

export interface ProcessOptions {
  sandbox?: SandboxOptions
  overrides?: ProcessOverrides
  /** Runs before the product does; answers what its environment gets on top. */
  before?: (sandbox: Sandbox) => Promise<Record<string, string>>
}

const ROOT = path.resolve(import.meta.dirname, '../..')
const ENTRY = path.join(import.meta.dirname, 'product-process.ts')
/** Two cores may be shared by many: a start that takes longer than this is stuck. */
const START_MS = 60_000

export async function startProcessWorld(options: ProcessOptions = {}): Promise<ProcessWorld> {
  const sandbox = await startSandbox(options.sandbox)
  calmSandbox(sandbox)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const storage = await storageOnDisk()
  const env = {
    ...withoutOurs(process.env),
    ...sandbox.env,
    ...storage.env,
    PORT: String(port),
    PUBLIC_URL: url,
    APP_SECRET: 'a secret of the tests, thirty-two characters',
    LOG_LEVEL: process.env['TEST_LOG'] ?? 'fatal',
    TEST_OVERRIDES: JSON.stringify(options.overrides ?? {}),
    ...(await options.before?.(sandbox)),
  }
  let child: ChildProcess | null = null

  async function start(): Promise<void> {
    const started = spawn(process.execPath, ['--conditions=source', ENTRY], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child = started
    await until(
      'the product to answer /healthz',
      async () => {
        if (started.exitCode !== null) throw new Error(`The product ended with code ${started.exitCode}`)
        return (await fetch(`${url}/healthz`)).ok
      },
      START_MS,
    )
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const running = child
    child = null
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const gone = once(running, 'exit')
    running.kill(signal)
    await gone
  }

  await start()
  return {
    url,
    sandbox,
    visitor: () => createVisitor(url),
    kill: () => end('SIGKILL'),
    start,
    stop: async () => {
      await end('SIGTERM')
      await sandbox.close()
      await storage.drop()
    },
  }
}

async function storageOnDisk(): Promise<{ env: Record<string, string>; drop: () => Promise<void> }> {
  const server = process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL'] ?? ''
  const folder = await mkdtemp(path.join(tmpdir(), 'fakturabro-'))
  const database = server ? await temporaryDatabase(server) : null
  return {
    env: { DATA_DIR: folder, DATABASE_URL: database?.url ?? '' },
    drop: async () => {
      await database?.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The test runner's own variables change how a Node process behaves; the product gets none of them. */
function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(VITEST|NODE_OPTIONS|NODE_ENV|TEST|PROD|DEV|MODE)/.test(name)),
  )
}
