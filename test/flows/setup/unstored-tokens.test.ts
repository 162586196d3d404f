import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { expireAccess } from '#sandbox/http/oauth-store'
import { liveConnection } from '#server/features/connections/tokens/grant-row'
import { markDead } from '#server/features/connections/grant-store'
import { findConnection } from '#server/features/connections/store'
import { tryGrant } from '#server/features/connections/tokens/tokens'
import { createVendorLimiter, LimiterClosed } from '#server/platform/limiter/vendor-limiter'
import { listActivity } from '#shared/contracts/activity-log'
import {
  disconnectServicem8,
  readTokenStatus,
  revokeFiken,
  testFiken,
  testServicem8,
  type Vendor,
} from '#shared/contracts/connections'
import { deleteAccount } from '#shared/contracts/profile'
import { startTimedWorld, type Person } from '../../support/people/person.ts'
import { until } from '../../support/wait.ts'

/** Tests that a new token pair is not lost when the vendor has used up the old refresh token. */

const VENDORS = ['servicem8', 'fiken'] as const
const PATHS = { servicem8: '/oauth/access_token', fiken: '/oauth/token' } as const

afterEach(() => fill(false))

const db = () => world.product.platform.db

const world = await startTimedWorld()
// This trigger raises the error of a full disk, but only when a new token pair replaces an old one.
await run(`create table disk (is_full boolean not null)`)
await run(`insert into disk values (false)`)
await run(`create function refuse_pair() returns trigger language plpgsql as $$ begin
    if (select is_full from disk) then raise exception 'could not extend file' using errcode = '53100'; end if;
    return new; end $$`)
await run(`create trigger refuse_pair before update on grants for each row
    when (old.refresh_token is not null and new.refresh_token is not null and old.refresh_token is distinct from new.refresh_token)
    execute function refuse_pair()`)
async function run(statement: string): Promise<void> {
  await db().execute(sql.raw(statement))
}
const fill = (full: boolean) => run(`update disk set is_full = ${full}`)

const subject = ({ tenant }: Person, vendor: Vendor) =>
  vendor === 'fiken' ? tenant.user.email : tenant.account.uuid
const renewals = (person: Person, vendor: Vendor) =>
  world.vendors.ledger.entries.filter(
    ({ method, path, who }) =>
      method === 'POST' && path === PATHS[vendor] && who === subject(person, vendor),
  ).length
const call = ({ visitor, tenant }: Person, vendor: Vendor) =>
  vendor === 'fiken'
    ? visitor.tryCall(testFiken, { body: { companySlug: tenant.company.slug } })
    : visitor.tryCall(testServicem8)
const works = { status: 200, body: { connected: true } }
const disconnect = ({ visitor }: Person, vendor: Vendor) =>
  visitor.call(vendor === 'fiken' ? revokeFiken : disconnectServicem8)

const rowOf = ({ id }: Person, vendor: Vendor) => findConnection(db(), id, vendor)
const grantOf = async (person: Person, vendor: Vendor) => (await rowOf(person, vendor))?.grant

/** Makes a user whose new token pair could not be stored, because the disk is full. */
async function unwritten(vendor: Vendor): Promise<Person & { old: string | null }> {
  const person = await world.connected()
  const old = (await grantOf(person, vendor))?.refreshToken ?? null
  expireAccess(world.vendors.state[vendor].oauth, subject(person, vendor))
  world.vendors.ledger.reset()
  await fill(true)
  expect(await call(person, vendor)).toMatchObject(works)
  expect((await grantOf(person, vendor))?.refreshToken).toBe(old)
  return { ...person, old }
}

const written = ({ old, ...person }: Person & { old: string | null }, vendor: Vendor) =>
  until('the new pair to be stored', async () => {
    const row = await rowOf(person, vendor)
    return row?.grant && row.grant.refreshToken !== old && row
  })

describe.each(VENDORS)('a new pair of tokens of %s that cannot be stored', (vendor) => {
  test('is used in the meantime, stored as soon as possible, and the grant stays alive', async () => {
    const person = await unwritten(vendor)
    expect(await call(person, vendor)).toMatchObject(works)
    expect(renewals(person, vendor)).toBe(1)
    await fill(false)
    expect(await written(person, vendor)).toMatchObject({
      status: 'connected',
      grant: { status: 'connected', refusal: null },
    })
    expect(await call(person, vendor)).toMatchObject(works)
    expect(renewals(person, vendor)).toBe(1)
    // The vendor accepts the stored pair.
    expireAccess(world.vendors.state[vendor].oauth, subject(person, vendor))
    expect(await call(person, vendor)).toMatchObject(works)
    expect(await person.visitor.call(readTokenStatus)).toMatchObject({ needsReauth: false })
  })

  test('keeps every other process from using the old token again', async () => {
    const person = await unwritten(vendor)
    const { platform } = world.product
    const other = { ...platform, limiter: createVendorLimiter(platform.db, platform.clock) }
    const wantsOne = async () =>
      tryGrant(
        other,
        (await liveConnection(other, person.id, vendor)).grant,
        AbortSignal.timeout(500),
      )
    await expect(wantsOne()).rejects.toThrow(LimiterClosed)
    expect(renewals(person, vendor)).toBe(1)
    await fill(false)
    await written(person, vendor)
    expect(await person.visitor.call(readTokenStatus)).toMatchObject({ needsReauth: false })
  })

  test('is stored during an orderly shutdown', async () => {
    const person = await unwritten(vendor)
    const stopped = world.restart()
    await fill(false)
    await stopped
    expect(await written(person, vendor)).toMatchObject({ status: 'connected' })
    expect(await call(person, vendor)).toMatchObject(works)
    expect(renewals(person, vendor)).toBe(1)
  })

  test('does not bring back what the user has disconnected in the meantime', async () => {
    const person = await unwritten(vendor)
    await disconnect(person, vendor)
    await fill(false)
    await world.restart()
    expect(await rowOf(person, vendor)).toMatchObject({
      status: 'disconnected',
      grant: null,
    })
    // Disconnecting revoked Fiken's grant with the current token.
    if (vendor === 'fiken') {
      const grants = Object.values(world.vendors.state.fiken.oauth.grants)
      expect(
        grants.filter((grant) => grant.subject === subject(person, vendor) && !grant.revoked),
      ).toEqual([])
    }
  })

  test('does not replace a connection that the user has made again', async () => {
    const person = await unwritten(vendor)
    await disconnect(person, vendor)
    expect(await world.connect(person, vendor)).toMatchObject({ result: 'success' })
    const anew = await grantOf(person, vendor)
    await fill(false)
    await world.restart()
    expect((await grantOf(person, vendor))?.refreshToken).toBe(anew?.refreshToken)
    expect(await call(person, vendor)).toMatchObject(works)
  })

  test('is forgotten with the account', async () => {
    const person = await unwritten(vendor)
    await person.visitor.call(deleteAccount)
    await fill(false)
    await world.restart()
    expect(await rowOf(person, vendor)).toBeNull()
  })

  test('revives a grant that another process has declared dead in the meantime, because its token was used up', async () => {
    const person = await unwritten(vendor)
    const grant = await grantOf(person, vendor)
    expect(grant && (await markDead(db(), grant, 'Koble til på nytt', new Date()))).toBe(true)
    expect(await person.visitor.call(readTokenStatus)).toMatchObject({ needsReauth: true })
    await fill(false)
    expect(await written(person, vendor)).toMatchObject({ status: 'connected', problem: null })
    expect(await call(person, vendor)).toMatchObject(works)
    expect(await person.visitor.call(readTokenStatus)).toMatchObject({ needsReauth: false })
    const told = await person.visitor.call(listActivity)
    expect(told.map(({ action }) => action)).toContain(`${vendor}_recovered`)
  })
})
