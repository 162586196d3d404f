import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { login, readSession } from '#shared/contracts/auth'
import { createVisitor } from '#test/support/people/browserless'
import { until } from '#test/support/wait'
import { freePort } from '#test/support/world/free-port'
import { signUp } from '#test/support/world/world'
import { temporaryDatabase } from '#test/support/world/temporary-database'

const exec = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '../..')
const DEMO = { email: 'demo@fakturabro.test', password: 'demo-passord-1' }
const MINUTE = 60_000

/**
 * Maximum duration of the first start, as a multiple of the time for installing and building. Both
 * are timed in the same start, so that a slow machine slows both.
 */
const AT_MOST = 3
/** The output line of `npm start` that marks the end of the build. */
const BUILT = 'Built dist.'

const stops: (() => Promise<void>)[] = []

const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'fakturabro-clone-')))
const clone = path.join(folder, 'fakturabro')
await exec('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone])
// A process left running by a failed test would lock the data folder of the next test.
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** Returns the host's environment, without this checkout's tools or the runner's variables. */
function hostEnv(more: Record<string, string> = {}): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_|VITEST|TEST|NODE_|DATABASE_URL|DATA_DIR|PROD$|DEV$|MODE$|SSR$|BASE_URL$|INIT_CWD)/i.test(
        name,
      ),
  )
  const env = Object.fromEntries(kept.map(([name, value]) => [name, value ?? '']))
  const places = (env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((place) => !place.startsWith(ROOT))
  return { ...env, PATH: places.join(path.delimiter), ...more }
}

interface Started {
  url: string
  printed(): string
  /** Seconds from the command until the build had finished; infinite when nothing was built. */
  builtAfter: number
  usableAfter: number
  /** Sends SIGTERM to npm, as a terminal or service manager does; resolves when npm has exited. */
  stop(): Promise<void>
}

async function npmStart(env: Record<string, string>): Promise<Started> {
  const port = await freePort()
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1_000
  let printed = ''
  let builtAfter = Infinity
  const child: ChildProcess = spawn('npm', ['start'], {
    cwd: clone,
    env: hostEnv({ ...env, PORT: String(port), LOG_LEVEL: 'warn' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      if (printed.includes(BUILT)) builtAfter = Math.min(builtAfter, seconds())
    })
  const url = `http://localhost:${port}`
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
  stops.push(stop)
  try {
    await until(
      'npm start to show the front page and let the demo user in',
      async () => {
        if (child.exitCode !== null)
          throw new Error(`npm start ended with code ${child.exitCode}:\n${printed}`)
        if ((await fetch(url)).status !== 200) return false
        await createVisitor(url).call(login, { body: DEMO })
        return true
      },
      5 * MINUTE,
    )
  } catch (error) {
    await stop()
    throw new Error(`npm start did not come up:\n${printed}`, { cause: error })
  }
  return { url, printed: () => printed, builtAfter, usableAfter: seconds(), stop }
}

/** Returns the processes that run in the clone's folder; on Linux only, otherwise none. */
function leftRunning(): string[] {
  if (!existsSync('/proc/self/cwd')) return []
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(clone)
    } catch {
      return false
    }
  })
}

async function endsCompletely(started: Started): Promise<void> {
  await started.stop()
  await until('every process of the product to be gone', () => leftRunning().length === 0)
  await expect(fetch(started.url)).rejects.toThrow()
}

describe('a fresh clone', () => {
  it('starts with one command, in little more than the time that installing and building take', async () => {
    const data = path.join(folder, 'data')
    const product = await npmStart({ DATA_DIR: data })
    expect(product.printed()).toContain(`Logg inn: ${DEMO.email} / ${DEMO.password}`)
    for (const words of [/Installing the dependencies/, /Building/, /making the database/])
      expect(product.printed()).toMatch(words)
    // Only the tests need a browser.
    expect(product.printed()).not.toMatch(/apt-get|chromium/i)
    const { builtAfter, usableAfter } = product
    const ratio = usableAfter / builtAfter
    process.stdout.write(
      `npm start on nothing: built after ${builtAfter.toFixed(1)} s, usable after ${usableAfter.toFixed(1)} s, ${ratio.toFixed(2)} times as long\n`,
    )
    expect(ratio).toBeLessThanOrEqual(AT_MOST)

    const { stdout } = await exec('node', ['dist/cli.js', 'grant-admin', DEMO.email], {
      cwd: clone,
      env: hostEnv({ DATA_DIR: data }),
    })
    expect(stdout).toBe(`${DEMO.email} is now an administrator.\n`)
    await endsCompletely(product)
  })

  it('leaves git without changes', async () => {
    const { stdout } = await exec('git', ['status', '--porcelain'], { cwd: clone })
    expect(stdout).toBe('')
  })

  it('still has its registered users after a restart, on the embedded database', () =>
    survivesARestart({ DATA_DIR: path.join(folder, 'data') }))

  const server = process.env['TEST_DATABASE_URL']
  if (server) {
    it('still has its registered users after a restart, on PostgreSQL', async () => {
      const { url, drop } = await temporaryDatabase(server)
      try {
        await survivesARestart({
          DATA_DIR: path.join(folder, 'data-beside-postgres'),
          DATABASE_URL: url,
        })
      } finally {
        await drop()
      }
    })
  }
})

async function survivesARestart(env: Record<string, string>): Promise<void> {
  const first = await npmStart(env)
  const { email } = await (
    await signUp({ visitor: () => createVisitor(first.url) })
  ).call(readSession)
  await endsCompletely(first)

  const second = await npmStart(env)
  const visitor = createVisitor(second.url)
  await visitor.call(login, { body: { email, password: 'et langt nok passord' } })
  expect(await visitor.call(readSession)).toMatchObject({ email })
  await endsCompletely(second)
}
