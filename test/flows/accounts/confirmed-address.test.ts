import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { emailConfirmations, memberships } from '#server/features/auth/tables'
import { nightlyCleaning } from '#server/features/retention/queues'
import { login, readSession, register } from '#shared/contracts/auth'
import {
  endConnectionReview,
  readConnectionReview,
} from '#shared/contracts/account/connection-review'
import { revokeFiken } from '#shared/contracts/connections'
import {
  confirmEmail,
  putConfirmationAway,
  sendConfirmation,
} from '#shared/contracts/account/confirmed-address'
import { forgotPassword, resetPassword, updateProfile } from '#shared/contracts/profile'
import { rowsOfCompany } from '#server/rows-of-company'
import type { Visitor } from '../../support/people/browserless.ts'
import { startTimedWorld } from '../../support/people/person.ts'
import {
  CONFIRMATION,
  confirmOwnAddress,
  mailsTo,
  mailTo,
  tokenIn,
} from '../../support/vendors/mailbox.ts'
import { upgradeFrom } from '../../support/former-version.ts'
import { signUp } from '../../support/world/world.ts'

/** Tests that an address belongs to its user only after the user has followed the e-mailed link. */

const world = await startTimedWorld()

const me = (visitor: Visitor) => visitor.call(readSession)
const linkTo = async (email: string, nth = 1) =>
  tokenIn((await mailTo(world.sandbox, email, CONFIRMATION, nth)).text)
const follow = (token: string, visitor = world.visitor()) =>
  visitor.tryCall(confirmEmail, { body: { token } })
const moveTo = (visitor: Visitor, email: string) =>
  visitor.call(updateProfile, { body: { firstName: 'Kari', lastName: 'Nordmann', email } })

describe('after a new password by a link', () => {
  test('whoever logs in sees what the account is connected to, until they have looked at it', async () => {
    const { visitor, tenant } = await world.connected()
    const { email } = await me(visitor)
    expect(await me(visitor)).toMatchObject({ reviewsConnections: false })
    await visitor.call(forgotPassword, { body: { email } })
    const { text } = await mailTo(world.sandbox, email, 'Nytt passord til Fakturabro')
    const password = 'et helt annet passord'
    const taker = world.visitor()
    await taker.call(resetPassword, {
      body: { token: tokenIn(text), password, confirmPassword: password },
    })
    expect(await taker.call(login, { body: { email, password } })).toMatchObject({
      reviewsConnections: true,
      confirmedEmail: email,
    })
    expect(await taker.call(readConnectionReview)).toMatchObject({
      resetAt: expect.any(String) as string,
      connections: [
        { vendor: 'servicem8', accountName: tenant.account.vendor.name },
        { vendor: 'fiken', accountName: expect.any(String) as string },
      ],
    })
    await taker.call(revokeFiken)
    expect((await taker.call(readConnectionReview)).connections).toHaveLength(1)
    await taker.call(endConnectionReview)
    expect(await me(taker)).toMatchObject({ reviewsConnections: false })
    expect((await taker.call(readConnectionReview)).resetAt).toBeNull()
  })

  test('they see the connections of all companies in which they may end them, whichever the tab shows', async () => {
    const [owner, own, helped] = [
      await world.connected(),
      await world.connected(),
      await world.connected(),
    ]
    const { db } = world.product.platform
    await db
      .update(memberships)
      .set({ personId: owner.id })
      .where(eq(memberships.companyId, own.id))
    await db
      .insert(memberships)
      .values({ companyId: helped.id, personId: owner.id, role: 'accountant' })
    const reviewed = async () =>
      (await owner.visitor.call(readConnectionReview)).connections
        .map(({ vendor, company }) => `${company.id} ${vendor}`)
        .toSorted()
    const both = (id: string) => [`${id} fiken`, `${id} servicem8`]
    expect(await reviewed()).toEqual([...both(owner.id), ...both(own.id)].toSorted())
    const { method, path } = revokeFiken
    await owner.visitor.fetch(path, { method, headers: { 'x-company': own.id } })
    expect(await reviewed()).toEqual([...both(owner.id), `${own.id} servicem8`].toSorted())
  })
})

describe('the address of an account', () => {
  test('is asked about until the question is put away or a link is asked for, and never again', async () => {
    const visitor = world.visitor()
    const email = 'spurt@example.no'
    const body = {
      email,
      password: 'et langt nok passord',
      firstName: 'Kari',
      lastName: 'Nordmann',
      companyName: 'Nordmann Rør',
      address: 'Storgata 1',
      postalCode: '0155',
      city: 'Oslo',
    }
    expect(await visitor.call(register, { body })).toMatchObject({
      confirmedEmail: null,
      asksToConfirm: true,
    })
    await visitor.call(putConfirmationAway)
    expect(await me(visitor)).toMatchObject({ confirmedEmail: null, asksToConfirm: false })
    expect(mailsTo(world.sandbox, email)).toEqual([])
    await visitor.call(sendConfirmation)
    expect(await follow(await linkTo(email))).toMatchObject({ status: 200, body: { email } })
    expect(await me(visitor)).toMatchObject({ confirmedEmail: email, asksToConfirm: false })
    expect(await visitor.tryCall(sendConfirmation)).toMatchObject({
      status: 409,
      body: { code: 'already_confirmed' },
    })
  })

  test('gets three links an hour, which hold for a day and for this address alone', async () => {
    const visitor = await signUp(world)
    const { email, id } = await me(visitor)
    for (let sent = 0; sent < 3; sent += 1) await visitor.call(sendConfirmation)
    expect(await visitor.tryCall(sendConfirmation)).toMatchObject({
      status: 429,
      body: { code: 'too_many_links' },
    })
    const [first, second] = [await linkTo(email), await linkTo(email, 2)]
    await moveTo(visitor, `ny-${email}`)
    expect(await follow(first)).toMatchObject({ status: 400, body: { code: 'token_invalid' } })
    await moveTo(visitor, email)
    world.advance(24 * 3_600_000)
    expect(await follow(second)).toMatchObject({ status: 400, body: { code: 'token_invalid' } })
    expect(await me(visitor)).toMatchObject({ confirmedEmail: null })
    await nightlyCleaning(world.product.platform).run(new AbortController().signal)
    const left = await world.product.platform.db
      .select()
      .from(emailConfirmations)
      .where(eq(emailConfirmations.userId, id))
    expect(left).toEqual([])
  })

  test('that is changed is told, and gets mail about customers until the new one is confirmed', async () => {
    const visitor = await signUp(world)
    const former = await confirmOwnAddress(world, visitor)
    const email = `flyttet-${former}`
    await moveTo(visitor, email)
    expect(await me(visitor)).toMatchObject({ email, confirmedEmail: former, asksToConfirm: true })
    const told = await mailTo(world.sandbox, former, 'E-postadressen din i Fakturabro er endret')
    expect(told.text).toContain('E-post om kundene dine kommer hit til den nye er bekreftet.')
    expect(await confirmOwnAddress(world, visitor)).toBe(email)
    expect(await me(visitor)).toMatchObject({ email, confirmedEmail: email })
    // Changing back to an address that is not the last confirmed one requires a new confirmation.
    await moveTo(visitor, former)
    expect(await me(visitor)).toMatchObject({ email: former, confirmedEmail: email })
  })

  test('keeps the links out of the file of one’s own data', async () => {
    const visitor = await signUp(world)
    await visitor.call(sendConfirmation)
    const { id } = await me(visitor)
    const rows: Record<string, unknown>[] = []
    for await (const part of rowsOfCompany(world.product.platform.db, { company: id, person: id }))
      if (part.table === 'email_confirmations') rows.push(...part.rows)
    expect(rows).toHaveLength(1)
    expect(rows[0]).not.toHaveProperty('token')
  })
})

describe('accounts from before addresses were confirmed', () => {
  test('have theirs when they had used a link in a mail, and the others are asked once', async () => {
    const followed = await signUp(world)
    const asked = await signUp(world)
    const silent = await signUp(world)
    for (const visitor of [followed, asked]) {
      const { email } = await me(visitor)
      await visitor.call(forgotPassword, { body: { email } })
      await mailTo(world.sandbox, email, 'Nytt passord til Fakturabro')
    }
    const { email } = await me(followed)
    const { text } = await mailTo(world.sandbox, email, 'Nytt passord til Fakturabro')
    const password = 'et helt annet passord'
    await followed.call(resetPassword, {
      body: { token: tokenIn(text), password, confirmPassword: password },
    })
    await upgradeFrom(world, '0044')
    await followed.call(login, { body: { email, password } })
    expect(await me(followed)).toMatchObject({
      confirmedEmail: email,
      asksToConfirm: false,
      reviewsConnections: false,
    })
    // The other users stay signed in.
    for (const visitor of [asked, silent])
      expect(await me(visitor)).toMatchObject({ confirmedEmail: null, asksToConfirm: true })
    await silent.call(putConfirmationAway)
    expect(await me(silent)).toMatchObject({ asksToConfirm: false })
    expect(await confirmOwnAddress(world, asked)).toBe((await me(asked)).email)
  })
})
