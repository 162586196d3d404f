import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { memberships } from '#server/features/auth/tables'
import { listActivity } from '#shared/contracts/activity-log'
import { readSession } from '#shared/contracts/auth'
import { saveConfiguration } from '#shared/contracts/configuration'
import { deleteAccount } from '#shared/contracts/profile'
import { actOnMany } from '#shared/contracts/transfers/bulk'
import { undoTransfer } from '#shared/contracts/transfers/actions'
import { readTimeline } from '#shared/contracts/transfers/row'
import type { Visitor } from '../../support/people/browserless.ts'
import { taskOver } from '../../support/people/bulk.ts'
import { colleague } from '../../support/people/access/members.ts'
import { completeWorkOrder, readyCustomer, transfersOf } from '../../support/people/tenants.ts'
import { until } from '../../support/wait.ts'
import { startWorld } from '../../support/world/world.ts'

/** Tests that the log and the timeline say who acted, where the reader needs to know it. */

const world = await startWorld()
const customer = await readyCustomer(world, 'Fjordvik Rør AS')
const { visitor: owner } = customer
const { id: companyId } = await owner.call(readSession)
completeWorkOrder(world, customer)
await until('a draft', async () => (await transfersOf(customer))[0]?.status === 'completed')

const logOf = (visitor: Visitor, q?: string) =>
  visitor.call(listActivity, { query: { limit: 100, ...(q ? { q } : {}) } })
const actedIn = async (visitor: Visitor, action: string) =>
  (await logOf(visitor)).filter((entry) => entry.action === action).map(({ actor }) => actor)
const params = { id: (await transfersOf(customer))[0]?.id ?? '' }
const timeline = (visitor: Visitor) => visitor.call(readTimeline, { params })
const save = (visitor: Visitor, customerMatchThreshold: number) =>
  visitor.call(saveConfiguration, { body: { customerMatchThreshold } })

test('whoever works alone sees no names in the log', async () => {
  await save(owner, 71)
  expect(await actedIn(owner, 'configuration_saved')).toContain(null)
  expect((await logOf(owner)).filter(({ actor }) => actor !== null)).toEqual([])
  expect((await timeline(owner)).filter(({ actor }) => actor !== null)).toEqual([])
})

test('everybody in a company sees who did what, in the log, the timeline and after a task', async () => {
  const kari = await colleague(world, companyId, 'staff', { firstName: 'Kari' })
  await save(kari.visitor, 72)
  const ownName = { name: 'Frode Fjordvik' }
  const herName = { name: 'Kari Fjordvik' }
  for (const reader of [owner, kari.visitor]) {
    expect((await actedIn(reader, 'configuration_saved')).slice(0, 2)).toEqual([herName, ownName])
    expect(await actedIn(reader, 'job_status_changed')).toEqual([null])
  }
  await kari.visitor.call(undoTransfer, { params, body: {} })
  const entries = await timeline(owner)
  expect(entries.filter(({ kind }) => kind === 'person').at(-1)?.actor).toEqual(herName)
  expect(entries.filter(({ kind, actor }) => kind !== 'person' && actor !== null)).toEqual([])

  const { task } = await kari.visitor.call(actOnMany, { body: { act: 'skip', ids: [params.id] } })
  await taskOver(kari.visitor, task.id)
  expect(await actedIn(owner, 'task_finished')).toEqual([herName])
  expect((await timeline(owner)).findLast(({ kind }) => kind === 'person')?.actor).toEqual(herName)

  const found = await logOf(owner, 'kari fj')
  expect(found.map(({ actor }) => actor)).toEqual(found.map(() => herName))
  expect(found.length).toBeGreaterThan(1)
})

test('the log says of a person who has left that it was somebody, and no longer who', async () => {
  const ola = await colleague(world, companyId, 'staff', { firstName: 'Ola' })
  await save(ola.visitor, 73)
  await ola.visitor.call(deleteAccount)
  expect((await actedIn(owner, 'configuration_saved'))[0]).toEqual({ name: 'tidligere bruker' })
  const { db } = world.product.platform
  expect(await db.$count(memberships, eq(memberships.personId, ola.id))).toBe(0)
})
