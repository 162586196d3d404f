import { desc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { securityEvents, users } from '#server/features/auth/tables'
import { nightlyCleaning } from '#server/features/retention/queues'
import { confirmPassword, login, logout, readSession } from '#shared/contracts/auth'
import { listUsers } from '#shared/contracts/admin'
import { revokeFiken } from '#shared/contracts/connections'
import {
  changePassword,
  deleteAccount,
  forgotPassword,
  resetPassword,
  updateProfile,
} from '#shared/contracts/profile'
import { listSecurityLog } from '#shared/contracts/account/security-log'
import { endOtherSessions, listSessions } from '#shared/contracts/account/sessions'
import type { Visitor } from '../../support/people/browserless.ts'
import { startTimedWorld } from '../../support/people/person.ts'
import { mailTo, tokenIn } from '../../support/vendors/mailbox.ts'
import { until } from '../../support/wait.ts'
import { signUp } from '../../support/world/world.ts'

const world = await startTimedWorld()

const PASSWORD = 'et langt nok passord'
const NEW = 'et helt annet passord'
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
const me = (visitor: Visitor) => visitor.call(readSession)
const events = () =>
  world.product.platform.db.select().from(securityEvents).orderBy(desc(securityEvents.createdAt))
/** Waits for the newest log entry of this kind, by default one without a user. */
const newest = (event: string, userId: string | null = null) =>
  until(`an entry ${event}`, async () =>
    (await events()).find((row) => row.event === event && row.userId === userId),
  )
const logIn = (email: string, password: string, visitor = world.visitor()) =>
  visitor.fetch('/api/auth/login', {
    method: 'POST',
    body: JSON.stringify({ email, password }),
    headers: { 'content-type': 'application/json', 'user-agent': CHROME },
  })

describe('the security log', () => {
  test('says who was let in or refused, from where and why, and nothing of passwords', async () => {
    const visitor = await signUp(world)
    const { id, email } = await me(visitor)
    expect(await newest('registered', id)).toMatchObject({ address: '127.0.0.1' })
    await logIn(email, 'feil passord')
    expect(await newest('log_in_refused', id)).toMatchObject({
      reason: 'wrong_password',
      device: 'Chrome på Windows',
      address: '127.0.0.1',
    })
    await logIn('ukjent.person@firma.no', 'hemmeligheten min')
    expect(await newest('log_in_refused')).toMatchObject({
      reason: 'unknown_account',
      who: 'u…@firma.no',
    })
    await logIn(email, PASSWORD)
    await newest('logged_in', id)
    await world.product.platform.db.update(users).set({ isActive: false }).where(eq(users.id, id))
    await logIn(email, PASSWORD)
    expect(await newest('log_in_refused', id)).toMatchObject({ reason: 'inactive' })
    expect(JSON.stringify(await events())).not.toMatch(
      /feil passord|hemmeligheten|langt nok|ukjent/,
    )
  })

  test('says that somebody was stopped, once a minute however many try', async () => {
    const visitor = await signUp(world)
    const { id, email } = await me(visitor)
    for (let guess = 0; guess < 14; guess += 1) await logIn(email, `gjetning ${guess}`)
    await newest('throttled', id)
    expect((await events()).filter((row) => row.event === 'throttled')).toHaveLength(1)
  })

  test('says that a password was asked for, changed and set by a link, and that an address was changed', async () => {
    const visitor = await signUp(world)
    const { id, email } = await me(visitor)
    expect((await visitor.tryCall(confirmPassword, { body: { password: 'feil' } })).status).toBe(
      400,
    )
    expect(await newest('password_refused', id)).toMatchObject({ reason: 'wrong_password' })
    await visitor.call(changePassword, {
      body: { currentPassword: PASSWORD, newPassword: NEW, confirmPassword: NEW },
    })
    await newest('password_changed', id)
    await visitor.call(updateProfile, {
      body: { firstName: 'Kari', lastName: 'Nordmann', email: `ny-${email}` },
    })
    expect(await newest('email_changed', id)).toMatchObject({ who: 'p…@example.no' })
    await visitor.call(forgotPassword, { body: { email: `ny-${email}` } })
    await newest('reset_asked', id)
    const { text } = await mailTo(world.sandbox, `ny-${email}`, 'Nytt passord til Fakturabro')
    const body = { token: tokenIn(text), password: PASSWORD, confirmPassword: PASSWORD }
    await world.visitor().call(resetPassword, { body })
    await newest('reset_used', id)
    await world.visitor().tryCall(resetPassword, { body })
    expect(await newest('reset_refused')).toMatchObject({ reason: 'link_used' })
    expect(JSON.stringify(await events())).not.toContain(tokenIn(text))
  })

  test('says that an administrator’s page was refused, and that an access was ended', async () => {
    const { visitor, id } = await world.connected()
    expect((await visitor.tryCall(listUsers)).status).toBe(403)
    expect(await newest('admin_refused', id)).toMatchObject({ reason: 'not_admin' })
    await visitor.call(revokeFiken)
    expect(await newest('grant_ended', id)).toMatchObject({ reason: 'by_user_fiken' })
    await visitor.call(logout)
    await newest('logged_out', id)
  })

  test('is an administrator’s to read, page by page', async () => {
    const visitor = await signUp(world)
    const { id, email } = await me(visitor)
    expect((await visitor.tryCall(listSecurityLog)).status).toBe(403)
    await world.product.platform.db.update(users).set({ isAdmin: true }).where(eq(users.id, id))
    const [entry] = await visitor.call(listSecurityLog, { query: { event: 'registered' } })
    expect(entry).toMatchObject({ event: 'registered', who: email, address: '127.0.0.1' })
    const first = await visitor.fetch('/api/admin/security-log?limit=2')
    const cursor = first.headers.get('x-next-cursor') ?? ''
    const rows = (await first.json()) as { id: string }[]
    const next = await visitor.call(listSecurityLog, { query: { limit: 2, cursor } })
    expect(new Set([...rows, ...next].map((row) => row.id)).size).toBe(4)
  })

  test('outlives the account, without its address, and goes after ninety days', async () => {
    const visitor = await signUp(world)
    const { id, email } = await me(visitor)
    await visitor.call(deleteAccount)
    const left = await newest('account_deleted')
    expect(left).toMatchObject({ userId: null, who: 'p…@example.no' })
    const rows = await events()
    expect(rows.some((row) => row.userId === id)).toBe(false)
    expect(JSON.stringify(rows)).not.toContain(email)
    const clean = () => nightlyCleaning(world.product.platform).run(new AbortController().signal)
    world.advance(89 * 86_400_000)
    await clean()
    expect((await events()).length).toBeGreaterThan(0)
    world.advance(2 * 86_400_000)
    await clean()
    expect(await events()).toEqual([])
  })
})

describe('where one is logged in', () => {
  test('is listed, this place first, and all others are ended at once', async () => {
    const visitor = await signUp(world)
    const { email } = await me(visitor)
    const other = world.visitor()
    expect((await logIn(email, PASSWORD, other)).status).toBe(200)
    const list = await visitor.call(listSessions)
    expect(list).toMatchObject([
      { current: true, address: '127.0.0.1' },
      { current: false, device: 'Chrome på Windows', address: '127.0.0.1' },
    ])
    expect(JSON.stringify(list)).not.toMatch(/[\w-]{40}/)
    expect(await visitor.call(endOtherSessions)).toEqual({ ended: 1 })
    expect((await other.tryCall(readSession)).status).toBe(401)
    expect(await visitor.call(listSessions)).toHaveLength(1)
    expect(await visitor.call(endOtherSessions)).toEqual({ ended: 0 })
    expect(
      (await world.visitor().tryCall(login, { body: { email, password: PASSWORD } })).status,
    ).toBe(200)
  })
})
