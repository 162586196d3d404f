import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Overrides } from '#server/compose'
import { runOperator } from '#server/operator-console'
import { LIMITS, type Limits } from '#server/platform/http/limits'
import { startSandbox, type Sandbox, type SandboxOptions, type World } from '#sandbox/start'
import { untilOneOClock } from '../clock/daytime.ts'
import { worldIsReady } from '../clock/midnight.ts'
import { createVisitor, type Visitor } from '../people/browserless.ts'
import { Hopeless, until } from '../wait.ts'
import { freePort } from './free-port.ts'
import { stoppedAtEnd } from '../runner/leftovers.ts'
import { PREPARED, productCommand } from './prepared.ts'
import { calmSandbox } from './world.ts'
import { migratedDatabase } from './temporary-database.ts'

/**
 * A world like that of startWorld(), but with the product as a separate process that can be killed,
 * which leaves the data as after a power cut.
 */
export interface ProcessWorld {
  url: string
  /** The milliseconds that the world's clock was ahead of the tests' own at the start. */
  ahead: number
  sandbox: Sandbox
  vendors: World
  dataDir: string
  visitor(): Visitor
  /** Sends SIGKILL in the middle of the work; resolves when the process has exited. */
  kill(): Promise<void>
  gone(): boolean
  /** Runs an operator's command; an embedded database requires the product to be stopped. */
  operate(...command: string[]): Promise<void>
  /** Starts the product again on the same data and address; resolves when the product is ready. */
  start(): Promise<void>
  /** Moves the clocks of the vendors and the product forward, also for later starts. */
  advance(milliseconds: number): Promise<void>
  stop(): Promise<void>
}

export type ProcessOverrides = Pick<
  Overrides,
  'limiter' | 'ladderScale' | 'vendorTimeoutMs' | 'tickMs' | 'poolSize'
>

export interface ProcessOptions {
  /** True starts the clocks at 13:00 UTC, for tests that depend on days and months. */
  byDay?: boolean
  /** The milliseconds that the clocks start ahead; has precedence over `byDay`. */
  ahead?: number
  sandbox?: SandboxOptions
  overrides?: ProcessOverrides
  /** Runs before the product starts; returns additional environment variables. */
  before?: (sandbox: Sandbox) => Promise<Record<string, string>>
  /** Maximum number of open files; the test process's own limit when absent. */
  openFiles?: number
}

export interface ProductProcess {
  /** Suspends the process with SIGSTOP, leaving its connections open. */
  freeze(): void
  /** Resumes the process with SIGCONT. */
  thaw(): void
  /** Sets the process's clock this far ahead of the machine's; resolves when the clock is set. */
  setAhead(milliseconds: number): Promise<void>
  gone(): boolean
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

const APP_SECRET = 'a secret of the tests, thirty-two characters'
const ROOT = path.resolve(import.meta.dirname, '../../..')
/** Server limits without a strict lag limit; a busy machine's effect is tested elsewhere. */
const PATIENT: Limits = { ...LIMITS, maxLagMs: 60_000 }
/** Maximum duration of a start; generous, because processes share two cores. */
const START_MS = 120_000

export async function startProcessWorld(options: ProcessOptions = {}): Promise<ProcessWorld> {
  const begunAhead = options.ahead ?? (options.byDay ? untilOneOClock() : 0)
  let ahead = begunAhead
  const sandbox = await startSandbox({ now: () => Date.now() + ahead, ...options.sandbox })
  calmSandbox(sandbox)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const storage = await storageOnDisk()
  const env = {
    ...sandbox.env,
    ...storage.env,
    PORT: String(port),
    PUBLIC_URL: url,
    TEST_OVERRIDES: JSON.stringify({ poolSize: 6, limits: PATIENT, ...options.overrides }),
    ...(await options.before?.(sandbox)),
  }
  const start = () =>
    startProduct({ ...env, TEST_CLOCK_AHEAD_MS: String(ahead) }, options.openFiles)
  let running = await start()
  worldIsReady()
  return {
    url,
    ahead: begunAhead,
    sandbox,
    vendors: sandbox.world,
    dataDir: storage.env.DATA_DIR,
    visitor: () => createVisitor(url),
    kill: () => running.end('SIGKILL'),
    gone: () => running.gone(),
    operate: (...command) => operate(env, command),
    start: async () => {
      running = await start()
    },
    advance: async (milliseconds) => {
      ahead += milliseconds
      await running.setAhead(ahead)
    },
    stop: stoppedAtEnd(async () => {
      await running.end('SIGTERM')
      await sandbox.close()
      await storage.drop()
    }, sandbox),
  }
}

export async function operate(
  env: Record<string, string>,
  command: readonly string[],
): Promise<void> {
  let said = ''
  const terminal = { out: (text: string) => (said += text), err: (text: string) => (said += text) }
  const code = await runOperator(command, { ...env, APP_SECRET }, terminal)
  if (code !== 0) throw new Error(said)
}

/** Starts the product with the tests' secret and log level; resolves when it responds. */
export async function startProduct(
  env: Record<string, string> & { PORT: string },
  openFiles?: number,
): Promise<ProductProcess> {
  const command = [process.execPath, ...productCommand(env['DATABASE_URL'])]
  const [program = '', ...args] = openFiles
    ? ['sh', '-c', `ulimit -n ${openFiles}; exec "$0" "$@"`, ...command]
    : command
  const child = spawn(program, args, {
    cwd: ROOT,
    env: {
      ...withoutOurs(process.env),
      APP_SECRET,
      LOG_LEVEL: process.env['TEST_LOG'] ?? 'fatal',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  // A suspended process does not notice that its parent has exited.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  await until(
    'the product to answer /healthz',
    async () => {
      if (hasEnded(child))
        throw new Hopeless(`The product ended (${child.exitCode ?? child.signalCode})`)
      return (await fetch(`http://127.0.0.1:${env.PORT}/healthz`)).ok
    },
    START_MS,
  )
  return {
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    setAhead: async (milliseconds) => {
      const heard = once(child, 'message')
      child.send(milliseconds)
      await heard
    },
    gone: () => hasEnded(child),
    end: async (signal) => {
      if (hasEnded(child)) return
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    },
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function storageOnDisk(): Promise<{
  env: { DATA_DIR: string; DATABASE_URL: string }
  drop: () => Promise<void>
}> {
  const server = process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL'] ?? ''
  const folder = await mkdtemp(path.join(tmpdir(), 'fakturabro-'))
  const database = server ? await migratedDatabase(server) : null
  const template = process.env[PREPARED.templateFolder]
  if (!server && template) await cp(template, folder, { recursive: true })
  return {
    env: { DATA_DIR: folder, DATABASE_URL: database?.url ?? '' },
    drop: async () => {
      await database?.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Removes the test runner's variables, which would affect another Node process. */
function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^(VITEST|NODE_OPTIONS|NODE_ENV|TEST|PROD|DEV|MODE)/.test(name),
    ),
  )
}
