import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { NewFault } from '#sandbox/http/faults'
import { addFile } from '#sandbox/servicem8/workshop'
import { resetTokens, sessions, users } from '#server/features/auth/tables'
import { subscriptionSettings } from '#server/features/billing/tables'
import { grants } from '#server/features/connections/tables'
import { rowsOf } from '#server/platform/database/database'
import { login, readSession } from '#shared/contracts/auth'
import { saveConfiguration } from '#shared/contracts/configuration'
import {
  deleteAccount,
  EXPORT_PATH,
  forgotPassword,
  OWN_EXPORT_PATH,
  saveMailPreferences,
} from '#shared/contracts/profile'
import { colleague } from '../../support/people/access/members.ts'
import type { Visitor } from '../../support/people/browserless.ts'
import { DOCUMENT, PHOTO } from '../../support/people/files/attached-jobs.ts'
import { mailTo } from '../../support/vendors/mailbox.ts'
import {
  completeWorkOrder,
  nextWorkOrder,
  readyCustomer,
  type Customer,
} from '../../support/people/tenants.ts'
import { until } from '../../support/wait.ts'
import { consent, makeReady, signUp, startWorld, transferOf } from '../../support/world/world.ts'

let customers = 0

const world = await startWorld()

interface Owner extends Customer {
  id: string
  email: string
}

async function busyOwner(): Promise<Owner> {
  customers += 1
  const customer = await readyCustomer(world, `Avslutter ${customers} AS`)
  const job = completeWorkOrder(world, customer)
  await transferOf(customer.visitor, job, 'completed')
  const { id, email } = await customer.visitor.call(readSession)
  await customer.visitor.call(forgotPassword, { body: { email } })
  await mailTo(world.sandbox, email, 'Nytt passord til Fakturabro')
  await customer.visitor.call(saveMailPreferences, {
    body: { failureMail: true, weeklySummary: false },
  })
  return { ...customer, id, email }
}

const db = () => world.product.platform.db

async function rowsPerTable(userId: string): Promise<Map<string, number>> {
  const tables = await rowsOf<{ table: string; column: string }>(
    db(),
    sql`select c.table_name as "table", c.column_name as "column" from information_schema.columns c
        join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
        where c.table_schema = 'public' and (c.column_name like '%user_id' or (c.table_name = 'users' and c.column_name = 'id'))`,
  )
  const counts = new Map<string, number>()
  for (const { table, column } of tables) {
    const [row] = await rowsOf<{ n: number }>(
      db(),
      sql`select count(*)::int as n from ${sql.identifier(table)} where ${sql.identifier(column)}::text = ${userId}`,
    )
    counts.set(table, (counts.get(table) ?? 0) + (row?.n ?? 0))
  }
  return counts
}

const leftOf = async (userId: string) =>
  [...(await rowsPerTable(userId))].filter(([, count]) => count > 0)
const grantsAtFiken = ({ tenant: { user } }: Customer) =>
  Object.values(world.vendors.state.fiken.oauth.grants).filter(
    (grant) => grant.subject === user.email && !grant.revoked,
  )

describe('deleting an account', () => {
  test('ends the grant at Fiken and the webhooks at ServiceM8, and leaves no row in any table', async () => {
    const owner = await busyOwner()
    const neighbour = await busyOwner()
    const before = await rowsPerTable(owner.id)
    for (const table of [
      'users',
      'sessions',
      'reset_tokens',
      'connections',
      'configurations',
      'transfers',
      'transfer_events',
    ])
      expect(before.get(table), table).toBeGreaterThan(0)
    for (const table of [
      'webhook_subscriptions',
      'webhook_events',
      'activity_logs',
      'notification_preferences',
      'vat_mappings',
    ])
      expect(before.get(table), table).toBeGreaterThan(0)
    expect(owner.tenant.account.subscriptions.length).toBeGreaterThan(0)
    expect(grantsAtFiken(owner)).toHaveLength(1)
    const drafts = owner.tenant.company.drafts.length
    const others = await rowsPerTable(neighbour.id)

    expect(await owner.visitor.call(deleteAccount)).toEqual({ message: 'Konto slettet' })

    expect(owner.tenant.account.subscriptions).toEqual([])
    expect(grantsAtFiken(owner)).toEqual([])
    expect(await leftOf(owner.id)).toEqual([])
    expect(owner.tenant.company.drafts).toHaveLength(drafts)
    expect((await owner.visitor.tryCall(readSession)).status).toBe(401)
    const again = await world
      .visitor()
      .tryCall(login, { body: { email: owner.email, password: 'et langt nok passord' } })
    expect(again.status).toBe(401)

    // Background work might have added rows in the meantime, but none may be missing.
    const now = await rowsPerTable(neighbour.id)
    for (const [table, count] of others) expect(now.get(table), table).toBeGreaterThanOrEqual(count)
    expect(grantsAtFiken(neighbour)).toHaveLength(1)
    expect(neighbour.tenant.account.subscriptions.length).toBeGreaterThan(0)
  })

  test('works even while neither system answers', async () => {
    const owner = await busyOwner()
    const { account, user } = owner.tenant
    for (const [vendor, who] of [
      ['servicem8', account.uuid],
      ['fiken', user.email],
    ] as const)
      world.vendors.faults.add({ kind: 'status', vendor, status: 503, who })
    await owner.visitor.call(deleteAccount)
    expect(await leftOf(owner.id)).toEqual([])
  })

  test('lets both systems be connected to a new account with the same address', async () => {
    const owner = await busyOwner()
    await owner.visitor.call(deleteAccount)
    const anew = await signUp(world, { email: owner.email })
    const { account, user, company } = owner.tenant
    await makeReady(world, anew, {
      slug: company.slug,
      subjects: { servicem8: account.uuid, fiken: user.email },
    })
    expect((await anew.call(readSession)).id).not.toBe(owner.id)
  })

  test('twice at the same moment deletes it once', async () => {
    const owner = await busyOwner()
    const both = await Promise.all([
      owner.visitor.tryCall(deleteAccount),
      owner.visitor.tryCall(deleteAccount),
    ])
    expect(both.some(({ status }) => status === 200)).toBe(true)
    for (const { status } of both) expect([200, 401]).toContain(status)
    expect(await leftOf(owner.id)).toEqual([])
  })

  test('is refused to the administrator whose Fiken connection sends the bills, and then changes nothing', async () => {
    const owner = await busyOwner()
    const billed = { adminUserId: owner.id, updatedAt: new Date() }
    const target = subscriptionSettings.id
    await db()
      .insert(subscriptionSettings)
      .values({ id: 1, ...billed })
      .onConflictDoUpdate({ target, set: billed })
    try {
      const before = await rowsPerTable(owner.id)
      expect(await owner.visitor.tryCall(deleteAccount)).toMatchObject({
        status: 409,
        body: {
          code: 'billing_account',
          message: expect.stringContaining('Admin Panel') as string,
        },
      })
      expect(grantsAtFiken(owner)).toHaveLength(1)
      expect((await rowsPerTable(owner.id)).get('connections')).toBe(before.get('connections'))
    } finally {
      await db().update(subscriptionSettings).set({ adminUserId: null })
    }
  })

  describe('while a job’s files are on their way', () => {
    const HELD = { kind: 'slow', ms: 1_500, count: 1 } as const
    const places: [where: string, fault: NewFault, arrives: boolean][] = [
      ['listed in ServiceM8', { ...HELD, vendor: 'servicem8', path: '/attachment\\.json$' }, false],
      ['fetched from ServiceM8', { ...HELD, vendor: 'servicem8', path: '/Attachment/' }, false],
      ['sent to Fiken', { ...HELD, vendor: 'fiken', method: 'POST', path: '/attachments$' }, true],
    ]
    test.each(places)(
      '%s, leaves nothing of them, and holds up nobody',
      async (_where, fault, arrives) => {
        const [owner, neighbour] = [await busyOwner(), await busyOwner()]
        for (const { visitor, tenant } of [owner, neighbour]) {
          await visitor.call(saveConfiguration, { body: { attachments: 'all' } })
          await consent(visitor, 'servicem8', tenant.account.uuid)
        }
        const { account, user, company } = owner.tenant
        const who = fault.vendor === 'fiken' ? user.email : account.uuid
        const { faults, ledger } = world.vendors
        const held = faults.add({ ...fault, who })
        const files = completeWithFiles(owner)
        await until('a file to be on its way', () => held.hits > 0)
        await owner.visitor.call(deleteAccount)
        expect(await leftOf(owner.id)).toEqual([])
        await until('what was on its way to be over', () =>
          ledger.entries.some((one) => one.who === who && one.fault === 'slow' && one.ms > 0),
        )
        const others = completeWithFiles(neighbour)
        await until('the neighbour’s files to be in Fiken', () =>
          others.every((uuid) => arrivalsOf(uuid) === 1),
        )
        // Only a file whose upload had already been sent arrives.
        const arrived = () => files.map(arrivalsOf).reduce((all, one) => all + one, 0)
        await until('what had left to be there', () => arrived() === (arrives ? 1 : 0))
        expect(await leftOf(owner.id)).toEqual([])
        expect(company.drafts).toHaveLength(2)
        await until('nothing to be left on the disk', () => leftOnDisk().length === 0)
      },
    )

    /**
     * Returns the files that this process left; other tests can use the same attachments folder.
     */
    const leftOnDisk = () => {
      const folder = path.join(world.product.platform.config.dataDir, 'attachments')
      const all = existsSync(folder) ? readdirSync(folder) : []
      return all.filter((name) => name.includes(`-${process.pid}-`))
    }
    const arrivalsOf = (uuid: string) =>
      world.vendors.ledger.filesAdded.filter(({ name }) => name.includes(uuid)).length

    function completeWithFiles(owner: Owner): string[] {
      const { account } = owner.tenant
      const job = nextWorkOrder(owner)
      const files = [PHOTO, DOCUMENT].map((file) => addFile(world.vendors, account, job, file))
      completeWorkOrder(world, owner)
      return files
    }
  })

  test('is not possible without logging in', async () => {
    expect(await world.visitor().tryCall(deleteAccount)).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    })
  })
})

describe('the data of a person and of a company as a ZIP', () => {
  /** Returns the files of both downloads. */
  async function zipOf(owner: Pick<Customer, 'visitor'>): Promise<Map<string, string>> {
    const company = await filesAt(owner.visitor, EXPORT_PATH, 'fakturabro')
    const own = await filesAt(owner.visitor, OWN_EXPORT_PATH, 'fakturabro-egne-data')
    return new Map([...company, ...own])
  }

  async function filesAt(
    visitor: Visitor,
    address: string,
    name: string,
  ): Promise<Map<string, string>> {
    const answer = await visitor.fetch(address)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(answer.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="${name}-\\d{4}-\\d\\d-\\d\\d\\.zip"$`),
    )
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    return new Map(
      Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]),
    )
  }

  test('has every table as JSON and as CSV for a Norwegian Excel, with all of the user’s own rows', async () => {
    const owner = await busyOwner()
    const counts = await rowsPerTable(owner.id)
    const files = await zipOf(owner)
    for (const [table, count] of counts) {
      if (['sessions', 'reset_tokens', 'oauth_states', 'subscription_settings'].includes(table))
        continue
      const rows = JSON.parse(files.get(`json/${table}.json`) ?? 'null') as unknown[]
      expect(rows.length, table).toBeGreaterThanOrEqual(count)
      const lines = files.get(`csv/${table}.csv`) ?? ''
      expect(lines.startsWith('\uFEFF'), table).toBe(true)
    }
    expect(files.get('csv/users.csv')).toContain(`;${owner.email};`)
    expect(files.get('json/transfers.json')).toContain('completed')
  })

  test('contains no secret, and nothing of anybody else', async () => {
    const [owner, other] = [await busyOwner(), await busyOwner()]
    const all = [...(await zipOf(owner)).values()].join('\n')
    const secrets = [
      ...(await db().select({ it: users.password }).from(users)),
      ...(await db().select({ it: grants.accessToken }).from(grants)),
      ...(await db().select({ it: grants.refreshToken }).from(grants)),
      ...(await db().select({ it: sessions.sid }).from(sessions)),
      ...(await db().select({ it: resetTokens.token }).from(resetTokens)),
    ]
    const leaked = secrets.filter(({ it }) => it && all.includes(it))
    expect(leaked).toEqual([])
    for (const theirs of [other.id, other.email, other.tenant.company.slug])
      expect(all).not.toContain(theirs)
  })

  test('is one file about the person, and one about the company, which only its owner gets', async () => {
    const owner = await busyOwner()
    const kari = await colleague(world, owner.id, 'accountant')
    const tables = async (visitor: Visitor, address: string, name: string) => [
      ...(await filesAt(visitor, address, name)).keys(),
    ]
    const ofCompany = await tables(owner.visitor, EXPORT_PATH, 'fakturabro')
    expect(ofCompany).toContain('json/transfers.json')
    for (const file of ['json/users.json', 'json/security_events.json'])
      expect(ofCompany).not.toContain(file)
    const own = await filesAt(kari.visitor, OWN_EXPORT_PATH, 'fakturabro-egne-data')
    expect([...own.keys()].filter((file) => file.startsWith('json/')).toSorted()).toEqual(
      [
        'users',
        'email_confirmations',
        'grants',
        'memberships',
        'notification_preferences',
        'second_factors',
        'security_events',
      ]
        .map((table) => `json/${table}.json`)
        .toSorted(),
    )
    expect(own.get('json/users.json')).toContain(kari.email)
    expect([...own.values()].join('')).not.toContain(owner.email)
    expect((await kari.visitor.fetch(EXPORT_PATH)).status).toBe(403)
  })

  test('is available before anything is connected, and only to logged-in users', async () => {
    const newcomer = await signUp(world)
    const files = await zipOf({ visitor: newcomer })
    expect(files.get('json/transfers.json')).toBe('[]')
    const stranger = await world.visitor().fetch(OWN_EXPORT_PATH)
    expect(stranger.status).toBe(401)
    expect(await stranger.json()).toMatchObject({ code: 'unauthenticated' })
  })
})
