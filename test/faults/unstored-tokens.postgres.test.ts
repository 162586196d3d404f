import { afterAll, afterEach, expect, test } from 'vitest'
import { expireAccess } from '#sandbox/http/oauth-store'
import { findConnection } from '#server/features/connections/store'
import { readSession } from '#shared/contracts/auth'
import {
  readTokenStatus,
  testFiken,
  testServicem8,
  type Vendor,
} from '#shared/contracts/connections'
import { databaseProxy, type DatabaseProxy } from '../support/world/database-proxy.ts'
import { startTimedWorld, type Person } from '../support/people/person.ts'
import { vendorProxy, type VendorProxy } from '../support/vendors/vendor-proxy.ts'
import { until } from '../support/wait.ts'
import { UNPACED } from '../support/world/limiters.ts'
import { temporaryDatabase } from '../support/world/temporary-database.ts'

const SERVER = process.env['TEST_DATABASE_URL'] ?? ''
const AWAY_MS = 3_000

let database: { url: string; drop: () => Promise<void> }
let away: DatabaseProxy
let proxies: Record<Vendor, VendorProxy>

const world = await startTimedWorld({
  overrides: {
    // A Fiken request whose end could not be recorded blocks the lane until its lease expires.
    limiter: { ...UNPACED, leaseMs: 5_000 },
    vendorTimeoutMs: 4_000,
  },
  before: async ({ env }) => {
    database = await temporaryDatabase(SERVER)
    away = await databaseProxy(database.url)
    const of = (name: string) => new URL(env[name] ?? '')
    const [servicem8, fiken] = [of('SERVICEM8_TOKEN_URL'), of('FIKEN_TOKEN_URL')]
    proxies = {
      servicem8: await vendorProxy(servicem8.origin),
      fiken: await vendorProxy(fiken.origin),
    }
    return {
      DATABASE_URL: away.url,
      SERVICEM8_TOKEN_URL: proxies.servicem8.url + servicem8.pathname,
      FIKEN_TOKEN_URL: proxies.fiken.url + fiken.pathname,
    }
  },
})
afterEach(() => {
  away.restore()
  for (const proxy of Object.values(proxies)) proxy.clear()
})
afterAll(async () => {
  await world.stop()
  for (const proxy of Object.values(proxies)) await proxy[Symbol.asyncDispose]()
  await away.close()
  await database.drop()
})

const subject = ({ tenant }: Person, vendor: Vendor) =>
  vendor === 'fiken' ? tenant.user.email : tenant.account.uuid
const expire = (person: Person, vendor: Vendor) =>
  expireAccess(world.vendors.state[vendor].oauth, subject(person, vendor))
const call = ({ visitor, tenant }: Person, vendor: Vendor) =>
  vendor === 'fiken'
    ? visitor.tryCall(testFiken, { body: { companySlug: tenant.company.slug } })
    : visitor.tryCall(testServicem8)
const refreshToken = async ({ visitor }: Person, vendor: Vendor) => {
  const { id } = await visitor.call(readSession)
  return (await findConnection(world.product.platform.db, id, vendor))?.grant?.refreshToken
}
const renewals = (vendor: Vendor) =>
  world.vendors.ledger.entries.filter(
    ({ path, method }) =>
      method === 'POST' && path === (vendor === 'fiken' ? '/oauth/token' : '/oauth/access_token'),
  ).length

test.each(['servicem8', 'fiken'] as const)(
  'a database that becomes unavailable just when %s has issued new tokens costs nobody their connection',
  async (vendor) => {
    const person = await world.connected()
    const before = await refreshToken(person, vendor)
    expire(person, vendor)
    world.vendors.ledger.reset()
    const held = proxies[vendor].hold('POST', /^\/oauth\//, 'after')
    const answer = call(person, vendor)
    await until('the vendor to have used up the old token', () => Promise.resolve(held.arrived()))
    away.stop()
    held.release()
    expect((await answer).status).toBe(503)
    const began = performance.now()
    await until('the database to have been away for a while', () =>
      Promise.resolve(performance.now() - began > AWAY_MS),
    )
    away.restore()

    await until(
      'the database to be back',
      async () => (await fetch(`${world.url}/readyz`)).status === 200,
    )
    await until('the connection to work', async () => {
      const { status, body } = await call(person, vendor)
      return status === 200 && 'connected' in body && body.connected
    })
    expect(renewals(vendor)).toBe(1)
    expect(await person.visitor.call(readTokenStatus)).toMatchObject({ needsReauth: false })
    // Until stored, the new tokens are only in memory. They do not expire within these seconds.
    await until(
      'the new tokens to be stored',
      async () => (await refreshToken(person, vendor)) !== before,
    )
    expire(person, vendor)
    expect(await call(person, vendor)).toMatchObject({ status: 200, body: { connected: true } })
    expect(renewals(vendor)).toBe(2)
  },
)
