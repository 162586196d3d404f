import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { login, readSession } from '#shared/contracts/auth'
import { createVisitor, type Visitor } from '#test/support/people/browserless'
import { until } from '#test/support/wait'
import { UNPACED as NO_PACE } from '#test/support/world/limiters'
import { freePort } from '#test/support/world/free-port'
import { makeReady, signUp } from '#test/support/world/world'
import { temporaryDatabase } from '#test/support/world/temporary-database'
import type { Overrides } from '#server/compose'
import { startChild, type Child } from './child.ts'
import type { TenantFacts } from './sandbox.ts'

export type DatabaseKind = 'embedded' | 'postgres'

export type Pace = Pick<Overrides, 'limiter' | 'tickMs' | 'limits' | 'poolSize'>

/** Settings without pacing, for the setup. Benchmarks of pacing restart the product with it on. */
export const UNPACED: Pace = {
  limiter: NO_PACE,
}

/** Settings with higher limits, because a benchmark sends more calls than one address may. */
const MANY_CALLS: Pace = { limits: { callsPerMinute: 10_000_000, maxLagMs: 0 } }

export const PASSWORD = 'et langt nok passord'

export interface Customer extends TenantFacts {
  email: string
  visitor: Visitor
  userId: string
  lane: string
}

export interface BenchWorld {
  kind: DatabaseKind
  url: string
  sandbox: Child
  sandboxEnv: Record<string, string>
  readonly product: Child
  restart(pace: Pace, env?: Record<string, string>): Promise<void>
  /** Starts more processes with ROLE=worker on the same PostgreSQL; the caller must stop them. */
  workers(count: number, pace: Pace): Promise<Child[]>
  /** @param how with one Fiken user, who connects all their companies, or each with their own */
  customers(count: number, how?: { ofOneFikenUser: boolean }): Promise<Customer[]>
  sql<Row>(text: string): Promise<Row[]>
  stop(): Promise<void>
}

export async function startBench(
  kind: DatabaseKind,
  pace: Pace,
  more: Record<string, string> = {},
): Promise<BenchWorld> {
  const sandbox = await startChild('sandbox.ts', { env: {} })
  await sandbox.ask('throttle', 0)
  const sandboxEnv = await sandbox.ask<Record<string, string>>('env')
  const folder = await mkdtemp(path.join(tmpdir(), 'fakturabro-bench-'))
  const server = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const database = kind === 'postgres' ? await temporaryDatabase(server) : null
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...sandboxEnv,
    PORT: String(port),
    PUBLIC_URL: url,
    APP_SECRET: 'a secret of the benchmark, 32 characters',
    LOG_LEVEL: 'fatal',
    DATA_DIR: folder,
    DATABASE_URL: database?.url ?? '',
  }
  const start = (next: Pace, own: Record<string, string> = {}) =>
    startChild('product.ts', {
      env: { ...env, ...own, BENCH_OVERRIDES: JSON.stringify({ ...MANY_CALLS, ...next }) },
    })
  let product = await start(pace, more)
  let people = 0
  const world: BenchWorld = {
    kind,
    url,
    sandbox,
    sandboxEnv,
    get product() {
      return product
    },
    restart: async (next, own) => {
      await product.stop()
      product = await start(next, own)
    },
    workers: async (count, next) => {
      const made: Child[] = []
      while (made.length < count)
        made.push(await start(next, { ROLE: 'worker', PORT: String(await freePort()) }))
      return made
    },
    sql: (text) => product.ask('sql', text),
    customers: async (count, how) => {
      const made: Customer[] = []
      const shared = how?.ofOneFikenUser ? (await tenantOf(people + 1)).fikenUser : null
      // A few at a time, because hashing passwords uses the whole machine.
      while (made.length < count) {
        const group = Math.min(8, count - made.length)
        made.push(...(await Promise.all(Array.from({ length: group }, () => newCustomer(shared)))))
      }
      return made
    },
    stop: async () => {
      await product.stop()
      await sandbox.stop()
      await database?.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }

  const tenantOf = (number: number) => sandbox.ask<TenantFacts>('tenant', `Benk ${number} AS`)

  async function newCustomer(shared: string | null): Promise<Customer> {
    people += 1
    const number = people
    const email = `benk-${number}@example.no`
    const visitor = await newPerson(number, email)
    const tenant = await tenantOf(number)
    const fikenUser = shared ?? tenant.fikenUser
    await sandbox.ask('reach', { fikenUser, slug: tenant.slug })
    await makeReady({ visitor: () => createVisitor(url) }, visitor, {
      slug: tenant.slug,
      subjects: { servicem8: tenant.account, fiken: fikenUser },
    })
    const { id: userId } = await visitor.call(readSession)
    const [row] = await world.sql<{ lane: string }>(
      `select lane from connections where vendor = 'fiken' and user_id = '${userId}'`,
    )
    const facts = await until('the subscription to stand', async () => {
      const now = await tenantOf(number)
      return now.callback !== '' && now
    })
    return { ...facts, email, visitor, userId, lane: row?.lane ?? '' }
  }

  /** Registers the first user, whose row is copied for others: registrations are limited. */
  async function newPerson(number: number, email: string): Promise<Visitor> {
    if (number === 1) return signUp({ visitor: () => createVisitor(url) }, { email })
    const model = 'benk-1@example.no'
    await until(
      'the first person to stand',
      async () => (await world.sql(`select 1 from users where email = '${model}'`)).length > 0,
    )
    await world.sql(`insert into users select (jsonb_populate_record(u, jsonb_build_object(
      'id', '${randomUUID()}', 'email', '${email}', 'username', '${email}'))).* from users u where email = '${model}'`)
    await world.sql(`insert into companies (id) select id from users where email = '${email}'`)
    await world.sql(
      `insert into memberships (company_id, person_id, role) select id, id, 'owner' from users where email = '${email}'`,
    )
    const visitor = createVisitor(url)
    await visitor.call(login, { body: { email, password: PASSWORD } })
    return visitor
  }

  return world
}
