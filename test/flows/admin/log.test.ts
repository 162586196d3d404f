import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listActivity } from '#shared/contracts/activity-log'
import {
  deleteUser,
  listEverybodysActivity,
  setUserAdmin,
  setUserStatus,
} from '#shared/contracts/admin'
import { saveConfiguration } from '#shared/contracts/configuration'
import { colleague } from '../../support/people/access/members.ts'
import { administrator, member, type Member } from '../../support/people/admin/administrator.ts'
import { startWorld } from '../../support/world/world.ts'

/** Tests the log of all users, which administrators read. */

const world = await startWorld()
const admin = await administrator(world)

const status = (by: Member, id: string, isActive: boolean) =>
  by.visitor.tryCall(setUserStatus, { params: { id }, body: { isActive } })
const rights = (by: Member, id: string, isAdmin: boolean) =>
  by.visitor.tryCall(setUserAdmin, { params: { id }, body: { isAdmin } })
const remove = (by: Member, id: string) => by.visitor.tryCall(deleteUser, { params: { id } })
const logOf = (by: Member) =>
  by.visitor.call(listEverybodysActivity, { query: { userId: by.id, limit: 200 } })
const lastOf = async (by: Member) => (await logOf(by))[0]

test('the log says who did what to whom and what changed, and still does when that user is deleted', async () => {
  const boss = await administrator(world, { firstName: 'Bodil' })
  const user = await member(world, { firstName: 'Ulrik' })
  const target = { id: user.id, email: user.email }
  const who = `Ulrik Fjordvik (${user.email})`
  const base = { type: 'configuration', success: true, target, user: { firstName: 'Bodil' } }
  await status(boss, user.id, false)
  expect(await lastOf(boss)).toMatchObject({
    ...base,
    action: 'admin_user_deactivated',
    description: `Deaktiverte brukeren ${who}`,
    changed: { isActive: { from: true, to: false } },
  })
  // Setting a value that is already set is not logged.
  await status(boss, user.id, false)
  await status(boss, user.id, true)
  await rights(boss, user.id, true)
  expect(await lastOf(boss)).toMatchObject({
    ...base,
    description: `Ga admin-rettigheter til ${who}`,
    changed: { isAdmin: { from: false, to: true } },
  })
  await rights(boss, user.id, false)
  await remove(boss, user.id)
  const entries = await logOf(boss)
  expect(entries.map(({ action }) => action)).toEqual([
    'admin_user_deleted',
    'admin_user_revoked',
    'admin_user_granted',
    'admin_user_activated',
    'admin_user_deactivated',
    'admin_granted',
  ])
  expect(entries[0]).toMatchObject({
    ...base,
    description: `Slettet brukeren ${who} med alle data`,
  })
})

test('the log of administrators’ acts is read by administrators only, not in the company of one of them', async () => {
  const boss = await administrator(world)
  const helper = await colleague(world, boss.id, 'staff')
  const user = await member(world)
  await status(boss, user.id, false)
  expect(await lastOf(boss)).toMatchObject({ action: 'admin_user_deactivated', actor: null })
  for (const { visitor } of [boss, helper])
    expect(await visitor.call(listActivity, { query: { limit: 100 } })).toEqual([])
})

test('the log shows beside a company’s owner who of its people did it, and finds it by either', async () => {
  const owner = await member(world, { firstName: 'Odd' })
  const helper = await colleague(world, owner.id, 'staff', { firstName: 'Hedda' })
  await helper.visitor.call(saveConfiguration, { body: { customerMatchThreshold: 72 } })
  const saved = {
    action: 'configuration_saved',
    user: { firstName: 'Odd', email: owner.email },
    actor: { firstName: 'Hedda', email: helper.email },
  }
  for (const { id } of [owner, helper]) {
    const query = { userId: id, limit: 200 }
    expect((await admin.visitor.call(listEverybodysActivity, { query }))[0]).toMatchObject(saved)
  }
})

test('the log has nothing of an act that was refused', async () => {
  const boss = await administrator(world)
  await status(boss, boss.id, false)
  await remove(boss, randomUUID())
  expect((await logOf(boss)).map(({ action }) => action)).toEqual(['admin_granted'])
})

test('the log is everybody’s, newest first, of one type or one user when asked, with its count in a header', async () => {
  const boss = await administrator(world)
  const read = (query: object) =>
    admin.visitor.tryCall(listEverybodysActivity, { query: { limit: 5, ...query } })
  const { body, headers } = await read({})
  const rows = body as { createdAt: string; type: string }[]
  expect(rows).toHaveLength(5)
  expect(Number(headers.get('x-total-count'))).toBeGreaterThan(5)
  const times = rows.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted().toReversed())
  expect((await read({ type: 'webhook' })).body).toEqual([])
  expect((await read({ userId: boss.id })).headers.get('x-total-count')).toBe('1')
  expect((await read({ userId: randomUUID() })).body).toEqual([])
  for (const query of ['type=alt', 'userId=7', 'limit=201'])
    expect((await admin.visitor.fetch(`/api/admin/activity-logs?${query}`)).status).toBe(400)
})
