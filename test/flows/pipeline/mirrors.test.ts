import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createFikenOAuth } from '#clients/fiken/oauth'
import type { OAuthClient } from '#clients/oauth'
import { createServiceM8OAuth } from '#clients/servicem8/oauth'
import { addContact } from '#sandbox/fiken/contacts'
import { createTenant, type Tenant } from '#sandbox/seed/tenants'
import { deleteRecord, updateRecord } from '#sandbox/servicem8/records'
import { startSandbox } from '#sandbox/start'
import { staleLists } from '#sandbox/testing'
import { localDate } from '#sandbox/world/local-time'
import { rowsOf } from '#sandbox/world/state'
import { findActivities } from '#server/features/activity-log/store'
import { changeConfiguration } from '#server/features/configuration/store'
import { configurationOf } from '#server/features/configuration/queries'
import { configurations } from '#server/features/configuration/tables'
import { openFiken } from '#server/features/connections/tokens/open-clients'
import { fikenLane, servicem8Bucket } from '#server/features/connections/providers'
import { saveGrant } from '#server/features/connections/store'
import { sealToken } from '#server/features/connections/tokens/grant-row'
import { madeContact } from '#server/features/customers/make-contact'
import { clientFromMirror, clientsFor } from '#server/features/mirrors/clients'
import {
  contactsFor,
  ensureContactsMirror,
  writeThroughContact,
} from '#server/features/mirrors/contacts'
import { materialsFor } from '#server/features/mirrors/materials'
import { productsFor, writeThroughProduct } from '#server/features/mirrors/products'
import { refreshMirrors } from '#server/features/mirrors/refresh'
import { REFRESHES } from '#server/features/mirrors/schedule'
import { taxRatesOf } from '#server/features/mirrors/tax-rates'
import { SWEEPS } from '#server/features/inbox/queries'
import { sweepOf } from '#server/features/inbox/store'
import { sweepFromStart, sweepJobs } from '#server/features/intake/sweep'
import { afterReading } from '../../support/world/after-reading.ts'
import { UNPACED } from '../../support/world/limiters.ts'
import { memoryPlatform } from '../../support/world/memory-platform.ts'
import { companiesDue } from '#test/support/world/users-due'

/** Tests the mirrors, which the real clients and the real limiter fill from the sandbox. */

const ALL_DONE = {
  taxRates: 'done',
  materials: 'done',
  clients: 'done',
  jobParts: 'done',
  contacts: 'done',
  products: 'done',
  company: 'done',
}
const REDIRECT = 'http://127.0.0.1:1/callback'
let tenant: Tenant
let companyId: string
let tenants = 0

const sandbox = await startSandbox({ world: 'empty', latencyMs: 2 })
sandbox.world.settings.fiken.throttlePerSecond = 0
sandbox.world.settings.servicem8.pageSize = 3
sandbox.world.settings.servicem8.perMinute = 100_000
const memory = await memoryPlatform({ env: sandbox.env, limiter: UNPACED })
afterAll(async () => {
  await memory.close()
  await sandbox.close()
})
beforeEach(async () => {
  tenants += 1
  tenant = createTenant(sandbox.world, `Rørlegger ${tenants} AS`)
  companyId = await memory.addUser()
  await connect('servicem8', tenant.account.uuid)
  await connect('fiken', tenant.user.email)
  await configurationOf(memory.platform.db, companyId)
  await changeConfiguration(
    memory.platform.db,
    companyId,
    { fikenCompanySlug: tenant.company.slug, isActive: true },
    new Date(),
  )
  sandbox.world.ledger.reset()
})

async function connect(vendor: 'servicem8' | 'fiken', account: string): Promise<void> {
  const { platform } = memory
  const { config, clock } = platform
  const common = {
    ...config[vendor],
    clock: { ...clock, sleep: (ms: number) => sleep(ms) },
    userAgent: 'Fakturabro/test',
  }
  const oauth: OAuthClient =
    vendor === 'fiken'
      ? createFikenOAuth({ ...common, revokeUrl: config.fiken.revokeUrl })
      : createServiceM8OAuth(common)
  sandbox.world.settings.consent[vendor] = { mode: 'auto', subject: account }
  const answer = await fetch(oauth.authorizeUrl({ state: 'state-1', redirectUri: REDIRECT }), {
    redirect: 'manual',
  })
  const code =
    new URL(answer.headers.get('location') ?? 'http://none').searchParams.get('code') ?? ''
  const tokens = await oauth.exchange({ code, state: 'state-1', redirectUri: REDIRECT })
  const grant = { id: randomUUID(), vendor }
  await saveGrant(platform.db, {
    ...grant,
    companyId,
    personId: null,
    accessToken: sealToken(platform, grant, 'access', tokens.accessToken),
    refreshToken: sealToken(platform, grant, 'refresh', tokens.refreshToken),
    expiresAt: new Date(tokens.expiresAt),
    scope: tokens.scope,
    account,
    accountName: account,
    timeZone: 'Europe/Oslo',
    currency: 'NOK',
    organizationNumber: '',
    lane: vendor === 'fiken' ? fikenLane(account) : servicem8Bucket(account),
    problem: null,
    at: new Date(),
  })
}

const addContacts = (count: number) => {
  for (let n = 1; n <= count; n += 1)
    addContact(sandbox.world, tenant.company, { name: `Kunde ${n}`, customer: true }, '2026-01-15')
}
const contacts = () => contactsFor(memory.platform.db, companyId, tenant.company.slug)
const refresh = (options: { full?: boolean } = {}) =>
  refreshMirrors(memory.platform, companyId, options)
const calls = (end: string) =>
  sandbox.world.ledger.entries.filter(
    ({ who, path }) => who === tenant.user.email && path.endsWith(end),
  ).length

describe('mirrors', () => {
  it('fill page by page, and are complete', async () => {
    addContacts(250 - tenant.company.contacts.length)
    expect(await refresh()).toEqual(ALL_DONE)
    expect(await contacts()).toHaveLength(250)
    expect(calls('/contacts')).toBe(3)
    const { db } = memory.platform
    expect(await productsFor(db, companyId, tenant.company.slug)).toHaveLength(
      tenant.company.products.length,
    )
    expect(await materialsFor(db, companyId)).toHaveLength(
      Object.keys(tenant.account.tables.material).length,
    )
    expect(await clientsFor(db, companyId)).toHaveLength(
      Object.keys(tenant.account.tables.company).length,
    )
    expect(await taxRatesOf(db, companyId)).toHaveLength(
      Object.keys(tenant.account.tables.taxrate).length,
    )
    const people = Object.values(tenant.account.tables.companycontact)
    const mirrored = (await clientsFor(db, companyId)).flatMap((client) => client.contacts ?? [])
    expect(mirrored.map((one) => one.uuid).sort()).toEqual(people.map((one) => one.uuid).sort())
  })

  it('pick up what was changed on the same day, and what was removed, with one call for each list', async () => {
    addContacts(120)
    await refresh()
    sandbox.world.ledger.reset()
    const [contact] = tenant.company.contacts
    if (!contact) throw new Error('the sandbox has no contacts')
    Object.assign(contact, {
      name: 'Nytt navn i dag',
      lastModifiedDate: localDate(sandbox.world.now()),
    })
    const [client, removed] = Object.values(rowsOf(tenant.account, 'company'))
    if (!client || !removed) throw new Error('the sandbox has no clients')
    updateRecord(sandbox.world, tenant.account, 'company', client, { name: 'Ny kunde i ServiceM8' })
    deleteRecord(sandbox.world, tenant.account, 'company', removed)

    expect(await refresh()).toEqual(ALL_DONE)
    expect(calls('/contacts')).toBe(1)
    expect((await contacts()).find((one) => one.contactId === contact.contactId)?.name).toBe(
      'Nytt navn i dag',
    )
    const { db } = memory.platform
    expect((await clientFromMirror(db, companyId, client.uuid))?.client.name).toBe(
      'Ny kunde i ServiceM8',
    )
    expect((await clientFromMirror(db, companyId, removed.uuid))?.client.active).toBe(false)
    expect((await clientsFor(db, companyId)).map((one) => one.client.uuid)).not.toContain(
      removed.uuid,
    )
  })

  it('keep what was read when Fiken fails on the second page, do not count as complete, and are filled the next time', async () => {
    addContacts(250)
    const all = tenant.company.contacts.length
    sandbox.world.faults.add({ vendor: 'fiken', kind: 'slow', ms: 0, count: 1, path: '/contacts$' })
    sandbox.world.faults.add({
      vendor: 'fiken',
      kind: 'status',
      status: 500,
      count: 3,
      path: '/contacts$',
    })
    expect(await refresh()).toEqual({ ...ALL_DONE, contacts: 'failed', company: 'off' })
    expect(await contacts()).toHaveLength(100)
    sandbox.world.faults.clear()
    const { client } = await openFiken(memory.platform, companyId)
    expect(
      await ensureContactsMirror(memory.platform, companyId, client.company(tenant.company.slug)),
    ).toBe('filled')
    expect(await contacts()).toHaveLength(all)
    expect(
      await findActivities(
        memory.platform.db,
        { whose: { companyId } },
        { limit: 10, cursor: null },
      ),
    ).toEqual([])
  })

  it('never send Fiken two requests at the same time, whoever fills them', async () => {
    addContacts(250)
    const { client } = await openFiken(memory.platform, companyId)
    const company = client.company(tenant.company.slug)
    await Promise.all([
      refresh(),
      refresh({ full: true }),
      ensureContactsMirror(memory.platform, companyId, company),
    ])
    expect(await contacts()).toHaveLength(tenant.company.contacts.length)
    expect(sandbox.world.ledger.summary()).toMatchObject({
      overlaps: 0,
      maxInFlight: { [tenant.user.email]: 1 },
    })
  })

  it('drop what was deleted in Fiken once everything is read', async () => {
    await refresh()
    const gone = tenant.company.contacts.shift()
    expect(await refresh({ full: true })).toEqual(ALL_DONE)
    expect(gone).toBeDefined()
    expect((await contacts()).map((one) => one.contactId).sort()).toEqual(
      tenant.company.contacts.map((one) => one.contactId),
    )
  })

  it('keep what was just created, though Fiken’s lists do not show it yet, and drop what is really gone', async () => {
    await refresh()
    const { client } = await openFiken(memory.platform, companyId)
    const { slug, contacts: inFiken, products } = client.company(tenant.company.slug)
    const caughtUp = staleLists(sandbox.world, null)
    const { db } = memory.platform
    const contact = { name: 'Laget nå AS' }
    const contactId = await inFiken.create(contact)
    await writeThroughContact(db, companyId, slug, madeContact(contactId, contact))
    const product = {
      name: 'Laget nå',
      productNumber: 'NY-1',
      unitPrice: 100,
      incomeAccount: '3000',
      vatType: 'HIGH',
    } as const
    const productId = await products.create(product)
    const asMade = { ...product, productId, active: true, stock: null, note: '', lastModified: '' }
    await writeThroughProduct(db, companyId, slug, asMade)
    expect(await refresh({ full: true })).toEqual(ALL_DONE)
    expect((await contacts()).map((one) => one.contactId)).toContain(contactId)
    expect((await productsFor(db, companyId, slug)).map((one) => one.productId)).toContain(
      productId,
    )
    caughtUp()
    tenant.company.contacts = tenant.company.contacts.filter((one) => one.contactId !== contactId)
    tenant.company.products = tenant.company.products.filter((one) => one.productId !== productId)
    await refresh({ full: true })
    expect((await contacts()).map((one) => one.contactId)).not.toContain(contactId)
    expect((await productsFor(db, companyId, slug)).map((one) => one.productId)).not.toContain(
      productId,
    )
  })

  it('read the rest when one list is forbidden, and report once to the user what to fix', async () => {
    for (const grant of Object.values(sandbox.world.state.servicem8.oauth.grants))
      grant.scope = grant.scope.replace('read_inventory', '')
    expect(await refresh()).toEqual({ ...ALL_DONE, materials: 'failed' })
    await refresh()
    const reported = await findActivities(
      memory.platform.db,
      { whose: { companyId } },
      { limit: 10, cursor: null },
    )
    expect(reported.map((row) => row.description)).toEqual([
      expect.stringContaining('Kunne ikke hente produkter fra ServiceM8.'),
    ])
    expect(reported[0]?.description).toContain('på nytt')
  })

  it('leave out a vendor whose grant is dead, and continue with the other one', async () => {
    for (const grant of Object.values(sandbox.world.state.fiken.oauth.grants))
      if (grant.subject === tenant.user.email) grant.revoked = true
    const report = await refresh()
    expect(report).toEqual({ ...ALL_DONE, products: 'failed', contacts: 'off', company: 'off' })
    sandbox.world.ledger.reset()
    expect(await refresh()).toMatchObject({ clients: 'done', contacts: 'off' })
    expect(sandbox.world.ledger.entries.filter((entry) => entry.vendor === 'fiken')).toEqual([])
  })

  it('are not refreshed before they are due, also after a failure', async () => {
    const due = () =>
      companiesDue(memory.platform.db, REFRESHES, new Date(memory.platform.clock.now()))
    expect(await due()).toContain(companyId)
    sandbox.world.faults.add({ kind: 'status', status: 503 })
    await refresh()
    sandbox.world.faults.clear()
    expect(await due()).not.toContain(companyId)
  })
})

it('a sweep does not cover a start date that was moved while it read the rules: the next one looks at the earlier jobs', async () => {
  const { platform } = memory
  const now = () => new Date(platform.clock.now())
  await changeConfiguration(platform.db, companyId, { activatedAt: now() }, now())
  let moved = false
  const db = afterReading(platform.db, configurations, async () => {
    if (moved) return
    moved = true
    await changeConfiguration(
      platform.db,
      companyId,
      { activatedAt: new Date(now().getTime() - 86_400_000) },
      now(),
    )
    await sweepFromStart(platform, companyId, { now: true })
    memory.advance(10)
  })
  await sweepJobs({ ...platform, db }, companyId, { origin: 'sweep', interactive: false })
  expect(moved).toBe(true)
  expect(await companiesDue(platform.db, SWEEPS, now())).toContain(companyId)
  expect(await sweepOf(platform.db, companyId)).toMatchObject({ cursor: '' })
})
