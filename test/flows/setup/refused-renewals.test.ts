import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expireAccess, revokeSubject } from '#sandbox/http/oauth-store'
import { notifyCompany } from '#server/features/notifications/notify'
import { listActivity } from '#shared/contracts/activity-log'
import { readSession } from '#shared/contracts/auth'
import {
  readTokenStatus,
  testFiken,
  testServicem8,
  type Vendor,
} from '#shared/contracts/connections'
import { readSystemStatus } from '#shared/contracts/overview'
import { saveMailPreferences } from '#shared/contracts/profile'
import { mailsTo } from '../../support/vendors/mailbox.ts'
import { startTimedWorld, popupResult } from '../../support/people/person.ts'
import {
  completeWorkOrder,
  readyCustomer,
  transfersOf,
  type Customer,
} from '../../support/people/tenants.ts'
import { vendorProxy, type VendorProxy } from '../../support/vendors/vendor-proxy.ts'
import { until } from '../../support/wait.ts'
import { consent, transferOf } from '../../support/world/world.ts'

/** Tests a token endpoint that responds without tokens: the cause, the mails, the resumed work. */

const HOUR = 3_600_000
const TOKEN_PATHS = { servicem8: /^\/oauth\/access_token$/, fiken: /^\/oauth\/token$/ } as const
const VENDORS = ['servicem8', 'fiken'] as const
const METRICS_TOKEN = 'the tests may watch'

let proxies: Record<Vendor, VendorProxy>
let customers = 0

const world = await startTimedWorld({
  env: { METRICS_TOKEN },
  before: async ({ env }) => {
    const of = (name: string) => new URL(env[name] ?? '')
    const [servicem8, fiken] = [of('SERVICEM8_TOKEN_URL'), of('FIKEN_TOKEN_URL')]
    proxies = {
      servicem8: await vendorProxy(servicem8.origin),
      fiken: await vendorProxy(fiken.origin),
    }
    return {
      SERVICEM8_TOKEN_URL: proxies.servicem8.url + servicem8.pathname,
      FIKEN_TOKEN_URL: proxies.fiken.url + fiken.pathname,
    }
  },
})
beforeEach(() => {
  for (const proxy of Object.values(proxies)) proxy.clear()
})

interface Owner extends Customer {
  email: string
  id: string
}

async function newOwner(): Promise<Owner> {
  customers += 1
  const customer = await readyCustomer(world, `Avvist ${customers} AS`)
  await customer.visitor.call(saveMailPreferences, {
    body: { failureMail: true, weeklySummary: false },
  })
  const { email, id } = await customer.visitor.call(readSession)
  return { ...customer, email, id }
}

/** Makes the vendor's token endpoint refuse, until the returned fault is stopped. */
function refuse(vendor: Vendor, status: number, body: string) {
  const type = body.startsWith('<') ? 'text/html' : 'application/json'
  return proxies[vendor].answer('POST', TOKEN_PATHS[vendor], {
    status,
    headers: { 'content-type': type },
    body,
  })
}

function expire({ tenant }: Customer, vendor: Vendor): void {
  const { servicem8, fiken } = world.vendors.state
  if (vendor === 'fiken') expireAccess(fiken.oauth, tenant.user.email)
  else expireAccess(servicem8.oauth, tenant.account.uuid)
}

const call = ({ visitor, tenant }: Customer, vendor: Vendor) =>
  vendor === 'fiken'
    ? visitor.call(testFiken, { body: { companySlug: tenant.company.slug } })
    : visitor.call(testServicem8)

const asked = async ({ visitor }: Customer) => (await visitor.call(readTokenStatus)).needsReauth

const asTimePasses = <T>(what: string, ask: () => Promise<T | false | undefined>) =>
  until(what, () => {
    world.advance(15_000)
    return ask()
  })

async function watched(): Promise<string[]> {
  const answer = await fetch(`${world.url}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  })
  return (await answer.text())
    .split('\n')
    .filter((line) => line.startsWith('fakturabro_refused_grants{'))
}

const FIREWALL = [403, '<html><body><h1>Request blocked</h1></body></html>'] as const
const INVALID_CLIENT = [401, '{"error":"invalid_client"}'] as const

describe.each(VENDORS)('a token endpoint of %s that refuses', (vendor) => {
  let same: Customer
  beforeAll(async () => {
    same = await world.connected()
  })

  test.each([
    ['with a firewall’s page', ...FIREWALL],
    ['with JSON of its own', 403, '{"message":"Forbidden"}'],
    ['with a 404', 404, '{"error":"not_found"}'],
    ['with garbage', 400, '{"error":"invalid_grant'],
    ['with a page that mentions a grant', 400, '<html>invalid_grant</html>'],
    ['with a 200 that is not a token answer', 200, '<html>Vedlikehold</html>'],
    ['because it does not know this installation', ...INVALID_CLIENT],
    ['because this installation may not renew', 400, '{"error":"unauthorized_client"}'],
    ['because it does not understand us', 400, '{"error":"invalid_request"}'],
  ])('%s disconnects nobody, and recovers automatically', async (_how, status, body) => {
    expire(same, vendor)
    const refusal = refuse(vendor, status, body)
    const tried = await call(same, vendor)
    expect(tried.connected).toBe(false)
    expect(tried.message).toContain('svarer ikke akkurat nå')
    expect(refusal.hits()).toBeGreaterThan(0)
    expect(await asked(same)).toBe(false)
    refusal.stop()
    expect(await call(same, vendor)).toMatchObject({ connected: true })
    expect(await asked(same)).toBe(false)
  })

  test('with invalid_grant in JSON ends the grant', async () => {
    const owner = await world.connected()
    expire(owner, vendor)
    refuse(vendor, 400, '{"error":"invalid_grant","error_description":"revoked"}')
    expect((await call(owner, vendor)).message).toContain('på nytt')
    expect(await asked(owner)).toBe(true)
  })

  test('lets the jobs wait, and they resume automatically when it is over', async () => {
    const owner = await newOwner()
    expire(owner, vendor)
    const refusal = refuse(vendor, ...FIREWALL)
    const job = completeWorkOrder(world, owner)
    if (vendor === 'fiken') {
      const row = await until('the transfer to wait', async () =>
        (await transfersOf(owner)).find(
          ({ errorCode, status }) => errorCode === 'fiken_down' && status === 'queued',
        ),
      )
      expect(row.servicem8JobId).toBe(job)
    }
    await until('it to have been tried more than once', () => refusal.hits() > 1)
    refusal.stop()
    await transferOf(owner.visitor, job, 'completed')
    expect(await asked(owner)).toBe(false)
  })

  test('in the same way for six hours leads to a request to reconnect, keeps retrying, and withdraws the request when it is over', async () => {
    const owner = await newOwner()
    expire(owner, vendor)
    const refusal = refuse(vendor, ...FIREWALL)
    await call(owner, vendor)
    world.advance(5 * HOUR)
    const soFar = refusal.hits()
    await asTimePasses('the retries to continue', async () => refusal.hits() > soFar)
    expect(await asked(owner)).toBe(false)
    const jobs = [completeWorkOrder(world, owner), completeWorkOrder(world, owner)]
    if (vendor === 'fiken') {
      await until('the transfers to wait', async () =>
        (await transfersOf(owner)).some(({ errorCode }) => errorCode === 'fiken_down'),
      )
    }

    world.advance(HOUR)
    expect((await call(owner, vendor)).message).toContain('prøver fortsatt')
    expect(await asked(owner)).toBe(true)
    const status = await owner.visitor.call(readTokenStatus)
    const message = status[vendor === 'fiken' ? 'fikenMessage' : 'servicem8Message']
    expect(message).toContain('på nytt')
    expect(message).toContain('prøver fortsatt')
    expect(await owner.visitor.call(readSystemStatus)).toMatchObject(
      vendor === 'fiken'
        ? { fikenConnected: false, fikenStatus: 'reauth_required', servicem8Status: 'connected' }
        : {
            servicem8Connected: false,
            servicem8Status: 'reauth_required',
            fikenStatus: 'connected',
          },
    )
    const name = vendor === 'fiken' ? 'Fiken' : 'ServiceM8'
    const mail = await asTimePasses(
      'the mail',
      async () => mailsTo(world.sandbox, owner.email, new RegExp(`^Tilgangen til ${name}`))[0],
    )
    expect(mail.text).toContain('på nytt')

    // When a retry succeeds, the user is no longer asked to reconnect.
    world.advance(25 * HOUR)
    const hits = refusal.hits()
    await asTimePasses('the tokens to be retried', async () => refusal.hits() > hits)
    expect(await asked(owner)).toBe(true)
    // An outage would be reported after a day, but this user was already told to reconnect.
    await notifyCompany(world.product.platform, owner.id, new AbortController().signal)
    expect(mailsTo(world.sandbox, owner.email, /svarer ikke/)).toEqual([])
    refusal.stop()
    await asTimePasses('the request to be withdrawn', async () => !(await asked(owner)))
    for (const job of jobs) await transferOf(owner.visitor, job, 'completed')
    expect(
      world.vendors.ledger.draftsCreated.filter(({ slug }) => slug === owner.tenant.company.slug),
    ).toHaveLength(2)
    const log = await owner.visitor.call(listActivity, { query: { type: 'oauth' } })
    expect(log.map(({ action, success }) => [action, success])).toEqual(
      expect.arrayContaining([
        [`${vendor}_reauth_asked`, false],
        [`${vendor}_recovered`, true],
      ]),
    )
  })

  test('now in one way and then in another requests nothing before one of them has lasted six hours', async () => {
    const owner = await world.connected()
    expire(owner, vendor)
    const first = refuse(vendor, ...FIREWALL)
    await call(owner, vendor)
    world.advance(5 * HOUR)
    first.stop()
    const second = refuse(vendor, 404, '{"error":"not_found"}')
    await asTimePasses('the other refusal', async () => second.hits() > 0)
    world.advance(2 * HOUR)
    const hits = second.hits()
    await asTimePasses('it to be tried again', async () => second.hits() > hits)
    expect(await asked(owner)).toBe(false)
  })

  test('because it does not know this installation alerts the operator and asks no user, however long it lasts', async () => {
    const owner = await world.connected()
    expire(owner, vendor)
    const refusal = refuse(vendor, ...INVALID_CLIENT)
    await call(owner, vendor)
    expect(await watched()).toContainEqual(
      expect.stringMatching(
        new RegExp(`vendor="${vendor}",reason="401 invalid_client",fault="installation"} [1-9]`),
      ),
    )
    world.advance(7 * HOUR)
    const hits = refusal.hits()
    await asTimePasses('the retries to continue', async () => refusal.hits() > hits)
    expect(await asked(owner)).toBe(false)
    refusal.stop()
    await asTimePasses(
      'the alarm to end',
      async () => !(await watched()).some((line) => line.includes(`vendor="${vendor}"`)),
    )
  })

  test('and then says invalid_grant ends the grant, even when the user was already asked to reconnect', async () => {
    const owner = await world.connected()
    expire(owner, vendor)
    const refusal = refuse(vendor, ...FIREWALL)
    await call(owner, vendor)
    world.advance(6 * HOUR)
    await asTimePasses('the user to be asked to reconnect', () => asked(owner))
    const { servicem8, fiken } = world.vendors.state
    if (vendor === 'fiken') revokeSubject(fiken.oauth, owner.tenant.user.email)
    else revokeSubject(servicem8.oauth, owner.tenant.account.uuid)
    refusal.stop()
    await asTimePasses(
      'the grant to be marked dead',
      async () =>
        !JSON.stringify(await owner.visitor.call(readTokenStatus)).includes('prøver fortsatt'),
    )
    expect(await asked(owner)).toBe(true)
    expect((await call(owner, vendor)).message).toContain('utløpt eller trukket tilbake')
  })
})

describe.each(VENDORS)('connecting %s', (vendor) => {
  const subject = ({ tenant }: Customer) =>
    vendor === 'fiken' ? tenant.user.email : tenant.account.uuid
  const connectAgain = async (owner: Customer) =>
    popupResult(await consent(owner.visitor, vendor, subject(owner)))

  test('with a code that is refused says so, and the existing connection stays', async () => {
    const owner = await world.connected()
    const refusal = refuse(vendor, 400, '{"error":"invalid_grant"}')
    expect(await connectAgain(owner)).toMatchObject({
      result: 'error',
      message: expect.stringContaining('brukt eller utløpt') as string,
    })
    refusal.stop()
    expect(await asked(owner)).toBe(false)
    expect(await call(owner, vendor)).toMatchObject({ connected: true })
  })

  test('while a firewall in front of the vendor answers counts as an outage, and the existing connection stays', async () => {
    const owner = await world.connected()
    const refusal = refuse(vendor, ...FIREWALL)
    expect(await connectAgain(owner)).toMatchObject({
      result: 'error',
      message: expect.stringContaining('svarer ikke akkurat nå') as string,
    })
    refusal.stop()
    expect(await call(owner, vendor)).toMatchObject({ connected: true })
  })

  test('where the vendor does not know this installation says that the fault is ours', async () => {
    const owner = await world.connected()
    refuse(vendor, ...INVALID_CLIENT)
    expect(await connectAgain(owner)).toMatchObject({
      result: 'error',
      message: expect.stringContaining('Feilen er hos oss') as string,
    })
    expect(await asked(owner)).toBe(false)
  })
})
