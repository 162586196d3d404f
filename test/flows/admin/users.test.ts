import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { insertCompany } from '#server/features/auth/company-store'
import { users } from '#server/features/auth/tables'
import { subscriptionSettings } from '#server/features/billing/tables'
import {
  deleteUser,
  listUsers,
  readAdminStats,
  setUserAdmin,
  setUserStatus,
  type AdminUser,
} from '#shared/contracts/admin'
import { confirmPassword, login, readSession } from '#shared/contracts/auth'
import { deleteAccount } from '#shared/contracts/profile'
import { administrator, member, type Member } from '../../support/people/admin/administrator.ts'
import { startTimedWorld } from '../../support/people/person.ts'
import { until } from '../../support/wait.ts'

const PASSWORD = 'et langt nok passord'

const world = await startTimedWorld()
const admin = await administrator(world, { firstName: 'Astrid' })

const db = () => world.product.platform.db
const status = (by: Member, id: string, isActive: boolean) =>
  by.visitor.tryCall(setUserStatus, { params: { id }, body: { isActive } })
const rights = (by: Member, id: string, isAdmin: boolean) =>
  by.visitor.tryCall(setUserAdmin, { params: { id }, body: { isAdmin } })
const remove = (by: Member, id: string) => by.visitor.tryCall(deleteUser, { params: { id } })
async function find(q: string): Promise<AdminUser[]> {
  return admin.visitor.call(listUsers, { query: { q } })
}
const only = async (q: string) => (await find(q))[0]

describe('the list of users', () => {
  test('is newest first, has its count in a header, and shows no password', async () => {
    const [first, second] = [await member(world), await member(world)]
    const { headers, body } = await admin.visitor.tryCall(listUsers, { query: { limit: 2 } })
    const rows = body as AdminUser[]
    expect(rows.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(Number(headers.get('x-total-count'))).toBe((await find('')).length)
    expect(rows[0]).toEqual({
      id: second.id,
      firstName: 'Frode',
      lastName: 'Fjordvik',
      username: second.email,
      companyName: 'Fjordvik Rør AS',
      email: second.email,
      isActive: true,
      isAdmin: false,
      sendsBills: false,
      createdAt: expect.any(String) as string,
    })
  })

  test('has the same rows by cursor as by page number, each once', async () => {
    const all = (await find('')).map(({ id }) => id)
    const byPage: string[] = []
    for (let page = 1; byPage.length < all.length; page += 1) {
      const rows = await admin.visitor.call(listUsers, { query: { limit: 2, page } })
      expect(rows.length).toBeGreaterThan(0)
      byPage.push(...rows.map(({ id }) => id))
    }
    const byCursor: string[] = []
    let cursor = ''
    do {
      const { body, headers } = await admin.visitor.tryCall(listUsers, {
        query: { limit: 2, cursor },
      })
      byCursor.push(...(body as AdminUser[]).map(({ id }) => id))
      cursor = headers.get('x-next-cursor') ?? ''
    } while (cursor)
    expect(byPage).toEqual(all)
    expect(byCursor).toEqual(all)
  })

  test('is searched by name, company and e-mail address, % and _ as they are', async () => {
    const row = { password: '-', createdAt: new Date(), updatedAt: new Date() }
    const add = async (
      email: string,
      names: string[],
      rest: Partial<typeof users.$inferInsert>,
    ) => {
      const id = randomUUID()
      await db()
        .insert(users)
        .values({ ...row, id, username: email, email, ...rest })
      for (const name of names)
        await insertCompany(db(), {
          ...{ id: randomUUID(), ownerId: id, name, at: new Date() },
          ...{ address: null, postalCode: null, city: null },
        })
    }
    await add('ragnhild@snekkeriet.example', ['Østby Bygg AS', '100 % Snekker AS'], {
      firstName: 'Ragnhild',
      lastName: 'Østby',
    })
    await add('uten-navn@snekkeriet.example', ['Uten_navn'], {})
    const found = async (q: string) => (await find(q)).map(({ email }) => email)
    expect(await found('østby ragn')).toEqual(['ragnhild@snekkeriet.example'])
    expect(await found('100 % snekk')).toEqual(['ragnhild@snekkeriet.example'])
    expect((await only('100 % snekk'))?.companyName).toBe('Østby Bygg AS, 100 % Snekker AS')
    expect(await found('n_n')).toEqual(['uten-navn@snekkeriet.example'])
    expect((await found('SNEKKERIET')).toSorted()).toEqual([
      'ragnhild@snekkeriet.example',
      'uten-navn@snekkeriet.example',
    ])
    expect(await found('ragnhild finnesikke')).toEqual([])
  })

  test('is refused for a page, a size or a place that there cannot be', async () => {
    for (const query of ['page=0', 'limit=501', 'limit=ti', 'cursor=tull'])
      expect((await admin.visitor.fetch(`/api/admin/users?${query}`)).status).toBe(400)
  })
})

test('the figures count everybody, those who are active, and administrators', async () => {
  const before = await admin.visitor.call(readAdminStats)
  const [one, two] = [await member(world), await member(world)]
  await status(admin, one.id, false)
  await rights(admin, two.id, true)
  expect(await admin.visitor.call(readAdminStats)).toEqual({
    totalUsers: before.totalUsers + 2,
    activeUsers: before.activeUsers + 1,
    adminUsers: before.adminUsers + 1,
    totalTransfers: 0,
  })
})

describe('a user who is deactivated', () => {
  test('is logged out at once, is told so when logging in, and is let in again when activated', async () => {
    const user = await member(world)
    const answer = await status(admin, user.id, false)
    expect(answer).toMatchObject({
      status: 200,
      body: { message: 'Brukerstatus oppdatert', user: { id: user.id, isActive: false } },
    })
    expect((await user.visitor.tryCall(readSession)).status).toBe(401)
    const again = () =>
      world.visitor().tryCall(login, { body: { email: user.email, password: PASSWORD } })
    expect(await again()).toMatchObject({
      status: 403,
      body: {
        code: 'inactive',
        message: 'Kontoen er deaktivert. Ta kontakt med oss for å få den åpnet igjen.',
      },
    })
    expect(await status(admin, user.id, true)).toMatchObject({ status: 200 })
    // The earlier sessions remain ended.
    expect((await user.visitor.tryCall(readSession)).status).toBe(401)
    expect((await again()).status).toBe(200)
  })

  test('hears of it on a screen that is open', async () => {
    const user = await member(world)
    const stream = await user.visitor.fetch('/api/events')
    await status(admin, user.id, false)
    const { body } = stream
    if (!body) throw new Error('no stream')
    let heard = ''
    for await (const part of body.pipeThrough(new TextDecoderStream())) {
      heard += part
      if (heard.includes('event: ended')) break
    }
    expect(heard).toContain('event: ended')
  })
})

describe('an administrator', () => {
  test('is one from the next call on, and no longer one from the next', async () => {
    const user = await member(world)
    expect(await rights(admin, user.id, true)).toMatchObject({
      status: 200,
      body: { message: 'Admin-status oppdatert', user: { isAdmin: true } },
    })
    expect((await user.visitor.tryCall(readAdminStats)).status).toBe(200)
    await rights(admin, user.id, false)
    expect(await user.visitor.tryCall(readAdminStats)).toMatchObject({
      status: 403,
      body: { code: 'admin_required' },
    })
  })

  test('cannot deactivate, demote or delete themself, also not as "Slett kontoen"', async () => {
    const own = { status: 409, body: { code: 'own_account' } }
    expect(await status(admin, admin.id, false)).toMatchObject({
      ...own,
      body: { message: 'Du kan ikke deaktivere deg selv. Be en annen administrator om det.' },
    })
    expect(await rights(admin, admin.id, false)).toMatchObject(own)
    expect(await remove(admin, admin.id)).toMatchObject(own)
    expect(await admin.visitor.tryCall(deleteAccount)).toMatchObject(own)
    expect(await only(admin.email)).toMatchObject({ isActive: true, isAdmin: true })
  })

  test('whose Fiken connection sends the bills cannot be deactivated, demoted or deleted', async () => {
    const biller = await administrator(world)
    const sends = { adminUserId: biller.id, updatedAt: new Date() }
    await db()
      .insert(subscriptionSettings)
      .values({ id: 1, ...sends })
      .onConflictDoUpdate({ target: subscriptionSettings.id, set: sends })
    try {
      expect(await only(biller.email)).toMatchObject({ sendsBills: true })
      const refused = { status: 409, body: { code: 'billing_account' } }
      expect(await status(admin, biller.id, false)).toMatchObject(refused)
      expect(await rights(admin, biller.id, false)).toMatchObject(refused)
      expect(await remove(admin, biller.id)).toMatchObject(refused)
      expect((await biller.visitor.tryCall(readAdminStats)).status).toBe(200)
    } finally {
      await db().update(subscriptionSettings).set({ adminUserId: null })
    }
  })
})

describe('of two administrators who remove each other at the same moment', () => {
  test.each([
    [
      'demotes',
      (by: Member, other: Member) => rights(by, other.id, false),
      (by: Member, other: Member) => rights(by, other.id, false),
    ],
    [
      'deactivates',
      (by: Member, other: Member) => status(by, other.id, false),
      (by: Member, other: Member) => status(by, other.id, false),
    ],
    [
      'deletes',
      (by: Member, other: Member) => remove(by, other.id),
      (by: Member, other: Member) => remove(by, other.id),
    ],
    [
      'demotes, and the other deletes',
      (by: Member, other: Member) => rights(by, other.id, false),
      (by: Member, other: Member) => remove(by, other.id),
    ],
  ])('one remains: each %s', async (_what, first, second) => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await administrator(world), await administrator(world)]
      const answers = await Promise.all([first(one, two), second(two, one)])
      const done = answers.filter(({ status: code }) => code === 200)
      expect(done, JSON.stringify(answers.map(({ body }) => body))).toHaveLength(1)
      const left = [...(await find(one.email)), ...(await find(two.email))].filter(
        ({ isActive, isAdmin }) => isActive && isAdmin,
      )
      expect(left).toHaveLength(1)
      for (const { status: code } of answers) expect([200, 401, 403, 404]).toContain(code)
    }
  })
})

test('deactivated and deleted at the same moment, a user is gone, and nobody gets an error of ours', async () => {
  const second = await administrator(world)
  for (let round = 0; round < 5; round += 1) {
    const user = await member(world)
    const [a, b] = await Promise.all([status(admin, user.id, false), remove(second, user.id)])
    expect([200, 404]).toContain(a.status)
    expect(b.status).toBe(200)
    expect(await find(user.email)).toEqual([])
  }
})

describe('a user who is gone', () => {
  test('is answered with the sentence that the screen shows', async () => {
    const user = await member(world)
    expect(await remove(admin, user.id)).toMatchObject({ status: 200 })
    const gone = { status: 404, body: { message: 'Brukeren finnes ikke lenger' } }
    expect(await status(admin, user.id, false)).toMatchObject(gone)
    expect(await rights(admin, user.id, true)).toMatchObject(gone)
    expect(await remove(admin, user.id)).toMatchObject(gone)
    expect((await user.visitor.tryCall(readSession)).status).toBe(401)
  })

  test('a text that is no id is not found either, and a value that is none is a bad request', async () => {
    const user = await member(world)
    expect((await status(admin, 'ingen-id', false)).status).toBe(404)
    for (const body of [{}, { isActive: 'ja' }, null]) {
      const answer = await admin.visitor.fetch(`/api/admin/users/${user.id}/status`, {
        method: 'PUT',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
      expect(answer.status).toBe(400)
    }
  })
})

test('an act wants the password again when it was entered more than 15 minutes ago, reading does not', async () => {
  const boss = await administrator(world)
  const user = await member(world)
  world.advance(15 * 60_000 + 1_000)
  const AGAIN = { status: 409, body: { code: 'password_required' } }
  expect(await status(boss, user.id, false)).toMatchObject(AGAIN)
  expect(await rights(boss, user.id, true)).toMatchObject(AGAIN)
  expect(await remove(boss, user.id)).toMatchObject(AGAIN)
  const [row] = await boss.visitor.call(listUsers, { query: { q: user.email } })
  expect(row).toMatchObject({ isActive: true, isAdmin: false })
  await boss.visitor.call(confirmPassword, { body: { password: PASSWORD } })
  expect(await status(boss, user.id, false)).toMatchObject({ status: 200 })
})

test('deleting a user ends their grant at Fiken and their webhooks at ServiceM8, also while they are inactive', async () => {
  const boss = await administrator(world)
  const grantsOf = (email: string) =>
    Object.values(world.vendors.state.fiken.oauth.grants).filter(
      (grant) => grant.subject === email && !grant.revoked,
    )
  for (const isActive of [true, false]) {
    const person = await world.connected()
    const { account, user } = person.tenant
    await until('the webhook', () => account.subscriptions.length > 0)
    await status(boss, person.id, isActive)
    expect(grantsOf(user.email)).toHaveLength(1)
    expect(await remove(boss, person.id)).toMatchObject({ status: 200 })
    expect(grantsOf(user.email)).toEqual([])
    expect(account.subscriptions).toEqual([])
  }
})
