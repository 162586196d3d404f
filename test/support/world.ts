import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import pg from 'pg'
import { compose, type Overrides, type Running } from '#server/compose'
import { startSandbox, type Sandbox, type SandboxOptions } from '#sandbox/start'
import { register } from '#shared/contracts/auth'
import { readConfiguration, readVatMappings, saveConfiguration, saveVatMappings } from '#shared/contracts/configuration'
import { readFikenAuthUrl, readServicem8AuthUrl, readSystemStatus } from '#shared/contracts/connections'
import { listTransfers, type Transfer } from '#shared/contracts/transfers'
import { createVisitor, type Visitor } from './browserless.ts'
import { openMemoryDatabase } from './memory-database.ts'
import { until } from './wait.ts'

/**
 * The whole product over the sandbox: real server, real database (PostgreSQL when TEST_DATABASE_URL names a server, else the embedded
 * one), real HTTP between them. Only the vendors are stand-ins, and only the pace is hurried.
 */
export interface TestWorld {
  url: string
  sandbox: Sandbox
  product: Running
  /** Stops the product and starts it again on the same data, its environment changed if the operator changes it. */
  restart(change?: Record<string, string>): Promise<void>
  stop(): Promise<void>
  /** A fresh visitor, not logged in. */
  visitor(): Visitor
}

export interface WorldOptions {
  sandbox?: SandboxOptions
  overrides?: Overrides
  env?: Record<string, string>
  /** Runs before the product does; answers what its environment gets on top. */
  before?: (sandbox: Sandbox) => Promise<Record<string, string>>
}

/** Pace for tests: the vendors' own limits are raised as much as ours, so that a flow takes as long as its work. */
const HURRIED: Overrides = {
  gate: { spacingMs: 1, bucketPerSecond: 1_000, bucketBurst: 1_000 },
  ladderScale: 0.02,
  tickMs: 250,
  random: () => 0.5,
  // The database of a test shares the process, and its first moments block it.
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
    // Starting a database in this very process holds the event loop up, and the server turns calls away while it lags.
    await until('the server to take calls', async () => (await createVisitor(url).tryCall(readSystemStatus)).status === 401)
    return running
  }
  let product = await start()
  return {
    url,
    sandbox,
    get product() {
      return product
    },
    restart: async (change) => {
      await product.stop()
      product = await start(change)
    },
    stop: async () => {
      await product.stop()
      await sandbox.close()
      await storage.drop()
    },
    visitor: () => createVisitor(url),
  }
}

/** The vendors' own limits are raised, consent is given at once, and a ping that fails is soon sent again. */
export function calmSandbox({ world: { settings } }: Sandbox): void {
  settings.servicem8.perMinute = 1_000_000
  settings.fiken.throttlePerSecond = 0
  settings.consent.servicem8.mode = 'auto'
  settings.consent.fiken.mode = 'auto'
  settings.servicem8.webhookRetryMs = [200, 400, 800]
}

/** The browser part as built elsewhere than into dist, when BUILD_OUT (see vite.config.ts) says so. */
function webFolder(): Pick<Overrides, 'webFolder'> {
  const folder = process.env['BUILD_OUT']
  return folder ? { webFolder: folder } : {}
}

interface Storage {
  url: string
  database(): Promise<Pick<Overrides, 'database'>>
  drop(): Promise<void>
}

/** A database of this world's own. In memory, the embedded one lives as long as the world, restarts included. */
async function temporaryStorage(): Promise<Storage> {
  const server = process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL'] ?? ''
  if (!server) {
    const database = await openMemoryDatabase()
    // The product closes what it is given; a restart must find the same data, so closing is put off until the end.
    const kept = { ...database, close: () => Promise.resolve() }
    return { url: '', database: () => Promise.resolve({ database: kept }), drop: () => database.close() }
  }
  const { url, drop } = await temporaryDatabase(server)
  return { url, database: () => Promise.resolve({}), drop }
}

/** A database of its own name on this PostgreSQL server. */
export async function temporaryDatabase(server: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `fakturabro_test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(server, `drop database ${name} with (force)`) }
}

/** Runs one statement on the server itself, outside any test's database. */
export async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

let people = 0

/** A tradesperson with an account, logged in. */
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
  return visitor
}

/**
 * Goes through a vendor's consent page and back, as the popup does. Answers where the product sent the browser in the end.
 *
 * @param subject who agrees: a ServiceM8 account's uuid or a Fiken user's e-mail; absent = whom the sandbox's settings name
 */
export async function consent(visitor: Visitor, vendor: 'servicem8' | 'fiken', subject?: string): Promise<string> {
  const { authUrl } = await visitor.call(vendor === 'fiken' ? readFikenAuthUrl : readServicem8AuthUrl)
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
  /** Who agrees on the consent pages. */
  subjects?: Record<'servicem8' | 'fiken', string>
}

/** Connects both systems, chooses the company, confirms 0 % and switches on: a user for whom jobs become drafts by themselves. */
export async function makeReady(world: Pick<TestWorld, 'visitor'>, visitor: Visitor, options: ReadyOptions = {}): Promise<void> {
  for (const vendor of ['servicem8', 'fiken'] as const) {
    const landed = await consent(visitor, vendor, options.subjects?.[vendor])
    if (!landed.includes('result=success')) throw new Error(`Connecting ${vendor} ended at ${landed}`)
  }
  const slug = options.slug ?? 'fjordvik-ror-as'
  await visitor.call(saveConfiguration, { body: { fikenCompanySlug: slug, jobFetchType: options.jobFetchType ?? 'completed' } })
  const rows = await until('the tax rates to be read', async () => {
    const mappings = await visitor.call(readVatMappings)
    return mappings.length > 0 && mappings
  })
  const zero = rows.filter((row) => Number(row.percent) === 0 && row.vatType !== null)
  if (zero.length > 0) await visitor.call(saveVatMappings, { body: zero.map((row) => ({ ...row, confirmed: true })) })
  await visitor.call(saveConfiguration, {
    body: {
      ...(options.mode ? { invoiceCreationMode: options.mode } : {}),
      ...(options.activate === false ? {} : { isActive: true, activatedAt: new Date(Date.now() - 60_000).toISOString() }),
    },
  })
  await visitor.call(readConfiguration)
}

/** Waits until the job's transfer has come to rest in this status, and answers it. */
export async function transferOf(visitor: Visitor, jobUuid: string, status: string, withinMs?: number): Promise<Transfer> {
  return until(
    `the transfer of job ${jobUuid} to be ${status}`,
    async () => {
      const rows = await visitor.call(listTransfers, { query: { limit: 500 } })
      return rows.find((row) => row.servicem8JobId === jobUuid && row.status === status)
    },
    withinMs,
  )
}
