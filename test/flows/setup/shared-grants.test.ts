import { and, eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { expireAccess } from '#sandbox/http/oauth-store'
import { memberships } from '#server/features/auth/tables'
import { lookAtGrant } from '#server/features/connections/oauth/check-grant'
import { openFiken } from '#server/features/connections/tokens/open-clients'
import { findConnection } from '#server/features/connections/store'
import { connections, grants } from '#server/features/connections/tables'
import { endGrant, listGrants } from '#shared/contracts/account/grants'
import { leaveCompany, removeMember } from '#shared/contracts/account/members'
import { revokeFiken, testFiken } from '#shared/contracts/connections'
import { deleteAccount } from '#shared/contracts/profile'
import { confirmPairings, readPairings } from '#shared/contracts/pairings'
import {
  type Client,
  connectFiken,
  fikenStatus,
  newOffice,
  type Office,
} from '../../support/people/access/office.ts'
import { until } from '../../support/wait.ts'
import { startWorld } from '../../support/world/world.ts'

/** Tests that several companies use one person's authorisation at Fiken, with one pair of tokens. */

const world = await startWorld()
afterAll(() => world.stop())
const db = () => world.product.platform.db

let office: Office
let first: Client, second: Client, third: Client
beforeEach(async () => {
  office = await newOffice(world)
  ;[first, second, third] = office.clients
})

/** One consent for the first client, which is then used for the other two. */
async function connectAll(): Promise<void> {
  await connectFiken(first.accountant, office.fikenUser)
  const pairings = await office.accountant.call(readPairings)
  const pairs = pairings.map(({ companyId, choices }) => {
    const { slug } = office.clients.find(({ id }) => id === companyId)!.tenant.company
    const choice = choices.find((one) => one.slug === slug)!
    return { companyId, grantId: choice.grantId, slug }
  })
  expect(pairs).toHaveLength(2)
  const answers = await office.accountant.call(confirmPairings, { body: { pairs } })
  expect(answers.map(({ problem }) => problem)).toEqual([null, null])
}

const grantIdOf = async ({ id }: Client) => (await findConnection(db(), id, 'fiken'))?.grantId
const living = () =>
  Object.values(world.vendors.state.fiken.oauth.grants).filter(
    ({ subject, revoked }) => subject === office.fikenUser && !revoked,
  )
const tokenCalls = () =>
  world.vendors.ledger.entries.filter(
    ({ method, path, who }) =>
      method === 'POST' && path === '/oauth/token' && who === office.fikenUser,
  ).length
const works = async ({ owner, tenant }: Client) =>
  (await owner.call(testFiken, { body: { companySlug: tenant.company.slug } })).connected
const statuses = () => Promise.all(office.clients.map(fikenStatus))
const revoked = () => until('the grant to be revoked', () => Promise.resolve(living().length === 0))
const forgotten = () =>
  until(
    'the grant to be deleted',
    async () => (await db().$count(grants, eq(grants.personId, office.accountantId))) === 0,
  )

describe('one consent for three companies', () => {
  test('is one row with one pair of tokens, renewed once for all of them at the same time', async () => {
    await connectAll()
    expect(new Set(await Promise.all(office.clients.map(grantIdOf))).size).toBe(1)
    expect(living()).toHaveLength(1)
    expireAccess(world.vendors.state.fiken.oauth, office.fikenUser)
    const before = tokenCalls()
    expect(await Promise.all(office.clients.map(works))).toEqual([true, true, true])
    expect(tokenCalls() - before).toBe(1)
    expect(await office.accountant.call(listGrants)).toMatchObject([
      {
        account: office.fikenUser,
        needsReauth: false,
        companies: [{ id: expect.any(String) as string }, {}, {}],
      },
    ])
  })

  test('is merged with an earlier one of the same person, and revives the companies of both', async () => {
    await connectFiken(first.accountant, office.fikenUser)
    await connectFiken(second.accountant, office.fikenUser)
    expect(await grantIdOf(second)).toBe(await grantIdOf(first))

    // As when each company had a grant of its own, which Fiken has ended since.
    const [row] = await db().select().from(grants).where(eq(grants.personId, office.accountantId))
    const other = { ...row!, id: crypto.randomUUID(), createdAt: new Date() }
    await db()
      .insert(grants)
      .values({ ...other, status: 'reauth_required' })
    await db()
      .update(connections)
      .set({ grantId: other.id, status: 'reauth_required' })
      .where(and(eq(connections.grantId, row!.id), eq(connections.companyId, second.id)))
    await connectFiken(first.accountant, office.fikenUser)
    expect(await grantIdOf(second)).toBe(await grantIdOf(first))
    expect(await statuses()).toEqual(['connected', 'connected', 'disconnected'])
    expect(await works(second)).toBe(true)
    expect(await db().$count(grants, eq(grants.personId, office.accountantId))).toBe(1)
  })

  test('ends for all of them when Fiken has ended it', async () => {
    await connectAll()
    for (const grant of living()) grant.revoked = true
    expect(await works(first)).toBe(false)
    expect(await statuses()).toEqual(['reauth_required', 'reauth_required', 'reauth_required'])
  })
})

describe('the end of one company’s use', () => {
  test('a company that logs out of Fiken leaves two that work, and the last revokes the grant', async () => {
    await connectAll()
    const running = await openFiken(world.product.platform, first.id)
    await first.owner.call(revokeFiken)
    expect(await statuses()).toEqual(['disconnected', 'connected', 'connected'])
    // The tokens still work at Fiken, so what has begun for the company is stopped here.
    await expect(running.client.user()).rejects.toMatchObject({ code: 'authorize_fiken' })
    expect(await Promise.all([second, third].map(works))).toEqual([true, true])
    expect(living()).toHaveLength(1)
    await second.owner.call(revokeFiken)
    expect(living()).toHaveLength(1)
    expect((await third.owner.call(revokeFiken)).message).toContain('trukket tilbake')
    expect(living()).toEqual([])
    await forgotten()
  })

  test('another person’s consent is their own row, and moves only this company', async () => {
    await connectAll()
    await connectFiken(first.owner, first.tenant.user.email)
    expect(await grantIdOf(first)).not.toBe(await grantIdOf(second))
    expect(await Promise.all(office.clients.map(works))).toEqual([true, true, true])
    await connectFiken(second.owner, second.tenant.user.email)
    expect(living()).toHaveLength(1)
    await connectFiken(third.owner, third.tenant.user.email)
    await revoked()
    await forgotten()
  })

  test.each(['removed', 'leaving', 'deleting the log-in'])(
    'somebody %s takes their grant along, and the owner connects anew',
    async (how) => {
      await connectAll()
      if (how === 'deleting the log-in') await office.accountant.call(deleteAccount)
      else
        for (const { id, owner } of office.clients)
          if (how === 'removed')
            await owner.call(removeMember, { params: { id: office.accountantId } })
          else await office.accountant.call(leaveCompany, { params: { id } })
      expect(await statuses()).toEqual(['reauth_required', 'reauth_required', 'reauth_required'])
      await revoked()
      await until(
        'no grant at Fiken to be left',
        async () => (await db().$count(grants, isNotNull(grants.checkAt))) === 0,
      )
      await connectFiken(first.owner, first.tenant.user.email)
      expect(await works(first)).toBe(true)
    },
  )

  test('a change of role, and being deactivated, are no end of it', async () => {
    await connectAll()
    await db()
      .update(memberships)
      .set({ role: 'staff' })
      .where(eq(memberships.personId, office.accountantId))
    expect(await Promise.all(office.clients.map(works))).toEqual([true, true, true])
  })
})

describe('ending a grant on the profile', () => {
  test('revokes it, and says so to every company', async () => {
    await connectAll()
    const [grant] = await office.accountant.call(listGrants)
    const id = grant?.id ?? ''
    expect((await first.owner.tryCall(endGrant, { params: { id } })).status).toBe(404)
    expect((await office.accountant.call(endGrant, { params: { id } })).message).toContain(
      'avsluttet',
    )
    expect(living()).toEqual([])
    expect(await statuses()).toEqual(['reauth_required', 'reauth_required', 'reauth_required'])
    expect(await office.accountant.call(listGrants)).toEqual([])
    expect((await office.accountant.tryCall(endGrant, { params: { id } })).status).toBe(404)
  })

  test('a kill between the revocation and the deletion leaves nothing behind', async () => {
    await connectAll()
    const [grant] = await office.accountant.call(listGrants)
    // As the killed process left it: nobody uses it, Fiken has revoked it, and the row is there.
    await db()
      .update(connections)
      .set({ grantId: null, status: 'reauth_required' })
      .where(eq(connections.grantId, grant!.id))
    await db()
      .update(grants)
      .set({ status: 'ending', checkAt: new Date(0) })
      .where(eq(grants.id, grant!.id))
    for (const one of living()) one.revoked = true
    await lookAtGrant(world.product.platform, grant!.id, new AbortController().signal)
    await forgotten()
  })

  test('while Fiken is away, the row waits until the revocation is confirmed', async () => {
    await connectAll()
    const away = world.vendors.faults.add({ kind: 'status', status: 503, vendor: 'fiken' })
    for (const { owner } of office.clients)
      await owner.call(removeMember, { params: { id: office.accountantId } })
    await until('the revocation to be tried', () =>
      Promise.resolve(
        world.vendors.ledger.entries.some(
          ({ path, status }) => path === '/oauth/revoke' && status === 503,
        ),
      ),
    )
    expect(living()).toHaveLength(1)
    world.vendors.faults.remove(away.id)
    await db()
      .update(grants)
      .set({ checkAt: new Date(0) })
    await revoked()
    await forgotten()
  })
})

test('a person without several companies is told of no pairings', async () => {
  await connectFiken(first.owner, first.tenant.user.email)
  expect(await first.owner.call(readPairings)).toEqual([])
})
