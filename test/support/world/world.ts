import { randomBytes } from 'node:crypto'
import { compose, type Overrides, type Running } from '#server/compose'
import { startSandbox, type Sandbox, type SandboxOptions, type World } from '#sandbox/start'
import { register } from '#shared/contracts/auth'
import { readConfiguration, saveConfiguration } from '#shared/contracts/configuration'
import { putConfirmationAway } from '#shared/contracts/account/confirmed-address'
import { readVatMappings, saveVatMappings } from '#shared/contracts/vat'
import { readFikenAuthUrl, readServicem8AuthUrl } from '#shared/contracts/connections'
import { readSystemStatus } from '#shared/contracts/overview'
import { listTransfers } from '#shared/contracts/transfers/list'
import type { Transfer } from '#shared/contracts/transfers/row'
import { worldIsReady } from '../clock/midnight.ts'
import { createVisitor, type Visitor } from '../people/browserless.ts'
import { until } from '../wait.ts'
import { freePort } from './free-port.ts'
import { stoppedAtEnd } from '../runner/leftovers.ts'
import { openMemoryDatabase } from './memory-database.ts'
import { migratedDatabase } from './temporary-database.ts'
import { UNPACED } from './limiters.ts'

/**
 * The whole product with the sandbox as vendors: a real server, a real database (PostgreSQL when
 * TEST_DATABASE_URL names a server, otherwise the embedded one), and real HTTP between them. Only
 * the vendors are simulated, and waits are shortened.
 */
export interface TestWorld {
  url: string
  /** The milliseconds that the clocks of the world and its browsers are ahead of the tests' own. */
  ahead: number
  sandbox: Sandbox
  /** The vendors' state, which tests read and change. */
  vendors: World
  product: Running
  /**
   * Stops the product and starts it again on the same data, with these changes to its environment.
   * @param meanwhile changes the data while the product is stopped
   */
  restart(change?: Record<string, string>, meanwhile?: () => Promise<void>): Promise<void>
  stop(): Promise<void>
  visitor(): Visitor
}

export interface WorldOptions {
  /** The milliseconds that the clocks of vendors and product are ahead, from daytime(). */
  ahead?: number
  sandbox?: SandboxOptions
  overrides?: Overrides
  env?: Record<string, string>
  /** Runs before the product starts; returns additional environment variables. */
  before?: (sandbox: Sandbox) => Promise<Record<string, string>>
}

/**
 * Product settings that shorten waits in tests. calmSandbox() raises the vendors' own limits
 * accordingly, so that a flow takes only as long as its work.
 */
const HURRIED: Overrides = {
  limiter: UNPACED,
  ladderScale: 0.02,
  // Not shorter, because each tick queries the database, and the embedded one runs in the same
  // process.
  tickMs: 1_000,
  // Small, so that several worlds fit into one server's connection limit.
  poolSize: 5,
  random: () => 0.5,
  // A high lag limit, because the database runs in the test's process and blocks it at first.
  limits: { callsPerMinute: 1_000_000, maxLagMs: 60_000 },
}

export async function startWorld(options: WorldOptions = {}): Promise<TestWorld> {
  const sandbox = await startSandbox(options.sandbox)
  calmSandbox(sandbox)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const storage = await temporaryStorage()
  const env = {
    ...sandbox.env,
    PORT: String(port),
    PUBLIC_URL: url,
    APP_SECRET: 'a secret of the tests, thirty-two characters',
    LOG_LEVEL: process.env['TEST_LOG'] ?? 'fatal',
    DATABASE_URL: storage.url,
    ...options.env,
    ...(await options.before?.(sandbox)),
  }
  const start = async (change: Record<string, string> = {}) => {
    const running = await compose(
      { ...env, ...change },
      { ...HURRIED, ...webFolder(), ...options.overrides, ...(await storage.database()) },
    )
    // Starting a database in this process blocks the event loop, and the server refuses requests
    // while it lags.
    await until(
      'the server to take calls',
      async () => (await createVisitor(url).tryCall(readSystemStatus)).status === 401,
    )
    return running
  }
  let product = await start()
  worldIsReady()
  return {
    url,
    ahead: options.ahead ?? 0,
    sandbox,
    vendors: sandbox.world,
    get product() {
      return product
    },
    restart: async (change, meanwhile) => {
      await product.stop()
      await meanwhile?.()
      product = await start(change)
    },
    stop: stoppedAtEnd(async () => {
      await product.stop()
      await sandbox.close()
      await storage.drop()
    }, sandbox),
    visitor: () => createVisitor(url),
  }
}

/** Raises the vendors' rate limits, gives consent immediately, and shortens webhook retries. */
export function calmSandbox({ world: { settings } }: Sandbox): void {
  settings.servicem8.perMinute = 1_000_000
  settings.fiken.throttlePerSecond = 0
  settings.consent.servicem8.mode = 'auto'
  settings.consent.fiken.mode = 'auto'
  settings.servicem8.webhookRetryMs = [200, 400, 800]
}

/** Returns the web build's folder if BUILD_OUT (see vite.config.ts) moves it from dist. */
function webFolder(): Pick<Overrides, 'webFolder'> {
  const folder = process.env['BUILD_OUT']
  return folder ? { webFolder: folder } : {}
}

interface Storage {
  url: string
  database(): Promise<Pick<Overrides, 'database'>>
  drop(): Promise<void>
}

/** Creates a database for a world; an in-memory one survives restarts of the product. */
async function temporaryStorage(): Promise<Storage> {
  const server = process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL'] ?? ''
  if (!server) {
    const database = await openMemoryDatabase()
    // The product closes its database when it stops, but a restart needs the same data. The
    // database is therefore closed only at the end.
    const kept = { ...database, close: () => Promise.resolve() }
    return {
      url: '',
      database: () => Promise.resolve({ database: kept }),
      drop: () => database.close(),
    }
  }
  const { url, drop } = await migratedDatabase(server)
  return { url, database: () => Promise.resolve({}), drop }
}

let people = 0

export async function signUp(
  world: Pick<TestWorld, 'visitor'>,
  change: Partial<Record<'email' | 'firstName', string>> = {},
): Promise<Visitor> {
  const visitor = world.visitor()
  people += 1
  await visitor.call(register, {
    body: {
      email: `person${people}-${randomBytes(3).toString('hex')}@example.no`,
      password: 'et langt nok passord',
      firstName: 'Frode',
      lastName: 'Fjordvik',
      companyName: 'Fjordvik Rør AS',
      address: 'Kaigata 4',
      postalCode: '5003',
      city: 'Bergen',
      ...change,
    },
  })
  // Dismisses the notice about confirming the e-mail address, which has its own tests.
  await visitor.call(putConfirmationAway)
  return visitor
}

/**
 * Goes through a vendor's consent page and back, like the pop-up. Returns the URL of the product's
 * final redirect.
 * @param subject uuid of the consenting ServiceM8 account, or e-mail address of the consenting
 * Fiken user; when absent, the sandbox's settings decide
 */
export async function consent(
  visitor: Visitor,
  vendor: 'servicem8' | 'fiken',
  subject?: string,
): Promise<string> {
  const { authUrl } = await visitor.call(
    vendor === 'fiken' ? readFikenAuthUrl : readServicem8AuthUrl,
  )
  const page = new URL(authUrl)
  if (subject) page.searchParams.set(vendor === 'fiken' ? 'user' : 'account', subject)
  const agreed = await fetch(page, { redirect: 'manual' })
  const back = new URL(agreed.headers.get('location') ?? 'http://nowhere')
  const done = await visitor.fetch(back.pathname + back.search)
  return done.headers.get('location') ?? ''
}

export interface ReadyOptions {
  slug?: string
  jobFetchType?: 'completed' | 'awaiting_payment'
  mode?: 'draft' | 'invoice'
  activate?: boolean
  subjects?: Record<'servicem8' | 'fiken', string>
}

/**
 * Connects both systems, chooses the company, confirms 0 % and activates the integration, so that
 * jobs become drafts automatically.
 */
export async function makeReady(
  world: Pick<TestWorld, 'visitor'> & Partial<Pick<TestWorld, 'ahead'>>,
  visitor: Visitor,
  options: ReadyOptions = {},
): Promise<void> {
  for (const vendor of ['servicem8', 'fiken'] as const) {
    const landed = await consent(visitor, vendor, options.subjects?.[vendor])
    if (!landed.includes('result=success'))
      throw new Error(`Connecting ${vendor} ended at ${landed}`)
  }
  const slug = options.slug ?? 'fjordvik-ror-as'
  const aMinuteAgo = Date.now() + (world.ahead ?? 0) - 60_000
  await visitor.call(saveConfiguration, {
    body: { fikenCompanySlug: slug, jobFetchType: options.jobFetchType ?? 'completed' },
  })
  const rows = await until('the tax rates to be read', async () => {
    const mappings = await visitor.call(readVatMappings)
    return mappings.length > 0 && mappings
  })
  const zero = rows.filter((row) => Number(row.percent) === 0 && row.vatType !== null)
  if (zero.length > 0)
    await visitor.call(saveVatMappings, { body: zero.map((row) => ({ ...row, confirmed: true })) })
  await visitor.call(saveConfiguration, {
    body: {
      ...(options.mode ? { invoiceCreationMode: options.mode } : {}),
      ...(options.activate === false
        ? {}
        : { isActive: true, activatedAt: new Date(aMinuteAgo).toISOString() }),
    },
  })
  await visitor.call(readConfiguration)
}

export async function transferOf(
  visitor: Visitor,
  jobUuid: string,
  status: string,
): Promise<Transfer> {
  return until(`the transfer of job ${jobUuid} to be ${status}`, async () => {
    const rows = await visitor.call(listTransfers, { query: { limit: 500 } })
    return rows.find((row) => row.servicem8JobId === jobUuid && row.status === status)
  })
}
