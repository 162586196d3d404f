import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { nightlyWebhookCheck } from '#server/features/connections/queues'
import { findConnection } from '#server/features/connections/store'
import { oauthStates } from '#server/features/connections/tables'
import { listActivity } from '#shared/contracts/activity-log'
import { readSystemStatus } from '#shared/contracts/overview'
import { login, readSession } from '#shared/contracts/auth'
import * as contract from '#shared/contracts/connections'
import { VERIFY_STATE } from '#shared/verify-state'
import { createVisitor, type Visitor } from '#test/support/people/browserless'
import { startTimedWorld, popupResult, type Person } from '#test/support/people/person'

const world = await startTimedWorld()
beforeEach(() => {
  world.vendors.settings.servicem8.webhookTimeoutMs = 10_000
})

/** Returns the callback URL to which the consent redirects, without following it. */
async function comingBack({ visitor, tenant }: Person): Promise<URL> {
  world.vendors.settings.consent.servicem8.subject = tenant.account.uuid
  const { authUrl } = await visitor.call(contract.readServicem8AuthUrl)
  const agreed = await fetch(authUrl, { redirect: 'manual' })
  return new URL(agreed.headers.get('location') ?? '')
}

const arrive = async (visitor: Visitor, url: URL) =>
  popupResult((await visitor.fetch(url.pathname + url.search)).headers.get('location'))
const rowOf = ({ id }: Person, vendor: contract.Vendor) =>
  findConnection(world.product.platform.db, id, vendor)

describe('connecting', () => {
  it('goes to each vendor and back, stores no readable token, and has the webhook confirmed on the way', async () => {
    const person = await world.newPerson()
    const servicem8 = await world.connect(person, 'servicem8')
    expect(servicem8).toMatchObject({ vendor: 'servicem8', result: 'success' })
    expect(await world.connect(person, 'fiken')).toMatchObject({
      vendor: 'fiken',
      result: 'success',
    })

    expect(await person.visitor.call(readSystemStatus)).toMatchObject({
      servicem8Connected: true,
      fikenConnected: true,
      webhookActive: true,
    })
    const [subscription] = person.tenant.account.subscriptions
    expect(subscription).toMatchObject({ object: 'job', active: 1 })
    expect(subscription?.callback_url.startsWith(`${world.url}/api/webhooks/servicem8/`)).toBe(true)

    const stored = JSON.stringify([await rowOf(person, 'servicem8'), await rowOf(person, 'fiken')])
    const { servicem8: sm8, fiken } = world.vendors.state
    for (const token of [...Object.keys(sm8.oauth.access), ...Object.keys(fiken.oauth.access)])
      expect(stored).not.toContain(token)
    for (const grant of Object.values(sm8.oauth.grants))
      expect(stored).not.toContain(grant.refreshToken)
  })

  it('sends a user who is not logged in to the login page, and requires a session for consent', async () => {
    for (const vendor of ['servicem8', 'fiken']) {
      const answer = await createVisitor(world.url).fetch(`/api/auth/${vendor}`)
      expect(answer.headers.get('location')).toMatch(/^\/auth\?next=/)
    }
    const { visitor } = await world.newPerson()
    const answer = await visitor.fetch('/api/auth/servicem8')
    expect(answer.headers.get('location')).toContain(
      `${world.sandbox.servicem8Url}/oauth/authorize`,
    )
  })

  it('says so when the user declines, and stores nothing', async () => {
    const person = await world.newPerson()
    world.vendors.settings.consent.fiken.mode = 'deny'
    try {
      expect(await world.connect(person, 'fiken')).toMatchObject({
        result: 'error',
        message: expect.stringContaining('avbrøt') as string,
      })
    } finally {
      world.vendors.settings.consent.fiken.mode = 'auto'
    }
    expect(await rowOf(person, 'fiken')).toBeNull()
  })

  it('refuses a ServiceM8 account that another user has connected, names it in the log, and leaves the other connection alone', async () => {
    const first = await world.connected()
    const second = { ...(await world.newPerson()), tenant: first.tenant }
    const answer = await world.connect(second, 'servicem8')
    expect(answer).toMatchObject({
      result: 'error',
      message: expect.stringContaining('er allerede koblet til en annen bruker') as string,
    })
    const [logged] = await second.visitor.call(listActivity, { query: { type: 'oauth' } })
    expect(logged?.description).toContain(
      `«${first.tenant.account.vendor.name}» er allerede koblet`,
    )
    expect(await rowOf(second, 'servicem8')).toBeNull()
    await first.visitor.call(contract.disconnectServicem8)
    expect(await world.connect(second, 'servicem8')).toMatchObject({ result: 'success' })
    expect(first.tenant.account.subscriptions).toHaveLength(1)
  })

  it('connects although ServiceM8 cannot reach us, and says what is wrong', async () => {
    const person = await world.newPerson()
    world.vendors.settings.servicem8.webhookTimeoutMs = 0
    expect(await world.connect(person, 'servicem8')).toMatchObject({ result: 'success' })
    expect((await person.visitor.call(readSystemStatus)).webhookActive).toBe(false)
    const answer = await person.visitor.tryCall(contract.registerWebhooks)
    expect(answer.status).toBe(502)
    expect(answer.body.message).toContain('PUBLIC_URL')
  })
})

describe('a consent for npm run verify:live', () => {
  it('leaves the address with its code in the browser, to be copied, and uses nothing up', async () => {
    const person = await world.newPerson()
    const { visitor } = person
    const back = await comingBack(person)
    const mine = back.searchParams.get('state') ?? ''
    for (const vendor of ['servicem8', 'fiken']) {
      const answer = await visitor.fetch(
        `/api/auth/${vendor}/callback?${new URLSearchParams({ code: 'en-kode', state: `${VERIFY_STATE}${mine}` })}`,
      )
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      const said = await answer.text()
      expect(said).toMatch(/^Kopier hele adressen/)
      expect(said).not.toContain('en-kode')
    }
    expect(await arrive(visitor, back)).toMatchObject({ result: 'success' })
  })
})

describe('a state parameter', () => {
  it('that we never issued is refused', async () => {
    const person = await world.newPerson()
    const back = await comingBack(person)
    back.searchParams.set('state', 'A'.repeat(43))
    expect(await arrive(person.visitor, back)).toMatchObject({ result: 'error' })
    back.searchParams.delete('state')
    expect(await arrive(person.visitor, back)).toMatchObject({ result: 'error' })
    expect(await rowOf(person, 'servicem8')).toBeNull()
  })

  it('is valid once, even when it arrives twice at the same moment', async () => {
    const person = await world.newPerson()
    const back = await comingBack(person)
    const both = await Promise.all([arrive(person.visitor, back), arrive(person.visitor, back)])
    expect(both.map(({ result }) => result).toSorted()).toEqual(['error', 'success'])
    expect(await arrive(person.visitor, back)).toMatchObject({ result: 'error' })
  })

  it('expires after ten minutes', async () => {
    const person = await world.newPerson()
    const back = await comingBack(person)
    world.advance(10 * 60_000)
    expect(await arrive(person.visitor, back)).toMatchObject({
      result: 'error',
      message: expect.stringContaining('utløpt') as string,
    })
    expect(await rowOf(person, 'servicem8')).toBeNull()
  })

  it('belongs to one session, one user and one vendor', async () => {
    const person = await world.newPerson()
    const other = await world.newPerson()
    const elsewhere = createVisitor(world.url)
    const { email } = await person.visitor.call(readSession)
    await elsewhere.call(login, { body: { email, password: 'et langt nok passord' } })
    for (const thief of [elsewhere, other.visitor, createVisitor(world.url)]) {
      expect(await arrive(thief, await comingBack(person))).toMatchObject({ result: 'error' })
    }
    const swapped = await comingBack(person)
    swapped.pathname = '/api/auth/fiken/callback'
    expect(await arrive(person.visitor, swapped)).toMatchObject({
      vendor: 'fiken',
      result: 'error',
    })
    expect(await rowOf(person, 'servicem8')).toBeNull()
    expect(await rowOf(other, 'servicem8')).toBeNull()
  })

  it('is stored as a hash and deleted once it is used', async () => {
    const person = await world.newPerson()
    const back = await comingBack(person)
    const mine = () =>
      world.product.platform.db
        .select()
        .from(oauthStates)
        .where(eq(oauthStates.companyId, person.id))
    expect(JSON.stringify(await mine())).not.toContain(back.searchParams.get('state'))
    await arrive(person.visitor, back)
    expect(await mine()).toEqual([])
  })
})

describe('the webhook', () => {
  it.each(['multipart', 'form', 'json', 'query'] as const)(
    'is confirmed when the challenge comes as %s',
    async (encoding) => {
      const person = await world.newPerson()
      world.vendors.settings.servicem8.challenge = encoding
      expect(await world.connect(person, 'servicem8')).toMatchObject({ result: 'success' })
      expect(person.tenant.account.subscriptions).toHaveLength(1)
      expect((await person.visitor.call(readSystemStatus)).webhookActive).toBe(true)
    },
  )

  it('is listed without its secret', async () => {
    const person = await world.connected()
    const { webhooks } = await person.visitor.call(contract.listWebhooks)
    expect(webhooks).toEqual([
      expect.objectContaining({
        active: true,
        objectType: 'job',
        url: `${world.url}/api/webhooks/servicem8/***`,
      }),
    ])
  })

  it('that is gone or inactive is recreated at night, but not when its owner has deleted it', async () => {
    const [asleep, gone, unwanted] = [
      await world.connected(),
      await world.connected(),
      await world.connected(),
    ]
    const [sleeper] = asleep.tenant.account.subscriptions
    if (sleeper) sleeper.active = 0
    gone.tenant.account.subscriptions = []
    const [webhook] = (await unwanted.visitor.call(contract.listWebhooks)).webhooks
    await unwanted.visitor.call(contract.deleteWebhook, { params: { id: webhook?.id ?? '' } })

    await nightlyWebhookCheck(world.product.platform).run(new AbortController().signal)
    for (const { tenant } of [asleep, gone])
      expect(tenant.account.subscriptions).toEqual([expect.objectContaining({ active: 1 })])
    expect(unwanted.tenant.account.subscriptions).toEqual([])

    await unwanted.visitor.call(contract.registerWebhooks)
    expect(unwanted.tenant.account.subscriptions).toHaveLength(1)
  })
})

describe('disconnecting', () => {
  it('ends the grant at Fiken, even when our token for it has expired', async () => {
    const person = await world.connected()
    world.advance(25 * 3_600_000)
    expect((await person.visitor.call(contract.revokeFiken)).message).toContain('trukket tilbake')
    const grants = Object.values(world.vendors.state.fiken.oauth.grants).filter(
      ({ subject }) => subject === person.tenant.user.email,
    )
    expect(grants.every(({ revoked }) => revoked)).toBe(true)
    expect(await rowOf(person, 'fiken')).toMatchObject({
      status: 'disconnected',
      grant: null,
    })
    expect(await person.visitor.tryCall(contract.listFikenCompanies)).toMatchObject({
      status: 409,
      body: { code: 'authorize_fiken' },
    })
  })

  it('removes Fiken here although Fiken does not answer, and says what is left to do', async () => {
    const person = await world.connected()
    world.vendors.faults.add({ kind: 'status', status: 503, vendor: 'fiken' })
    expect((await person.visitor.call(contract.revokeFiken)).message).toContain('Rediger konto')
    expect(await rowOf(person, 'fiken')).toMatchObject({
      status: 'disconnected',
      grant: null,
    })
  })

  it('removes the webhook at ServiceM8 too', async () => {
    const person = await world.connected()
    await person.visitor.call(contract.disconnectServicem8)
    expect(person.tenant.account.subscriptions).toEqual([])
    expect(await person.visitor.call(readSystemStatus)).toMatchObject({
      servicem8Connected: false,
      webhookActive: false,
      servicem8Account: null,
    })
    expect(await person.visitor.call(contract.testServicem8)).toMatchObject({ connected: false })
  })
})
