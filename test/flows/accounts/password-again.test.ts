import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { sessions } from '#server/features/auth/tables'
import { confirmPassword, login, readSession } from '#shared/contracts/auth'
import { changePassword, deleteAccount, updateProfile } from '#shared/contracts/profile'
import type { Visitor } from '../../support/people/browserless.ts'
import { mailsTo } from '../../support/vendors/mailbox.ts'
import { startTimedWorld } from '../../support/people/person.ts'
import { signUp } from '../../support/world/world.ts'

/** Tests actions that require the password again, even in an open session. */

const world = await startTimedWorld()

const PASSWORD = 'et langt nok passord'
const QUARTER = 15 * 60_000
const me = (visitor: Visitor) => visitor.call(readSession)
const confirm = (visitor: Visitor, password = PASSWORD) =>
  visitor.tryCall(confirmPassword, { body: { password } })
const rename = (visitor: Visitor, email: string, firstName = 'Kari') =>
  visitor.tryCall(updateProfile, { body: { firstName, lastName: 'Nordmann', email } })

const AGAIN = {
  status: 409,
  body: { code: 'password_required', message: 'Skriv passordet ditt på nytt for å gjøre dette.' },
}

/** Makes a user who entered the password more than a quarter of an hour ago. */
async function someTimeAgo() {
  const visitor = await signUp(world)
  const before = await me(visitor)
  world.advance(QUARTER + 1_000)
  return { visitor, before, email: before.email }
}

describe('when the password was entered more than 15 minutes ago', () => {
  test('the e-mail address is changed only after it is entered again, and no mail about a change is sent before that', async () => {
    const { visitor, before, email } = await someTimeAgo()
    expect(await rename(visitor, `ny-${email}`)).toMatchObject(AGAIN)
    expect(await me(visitor)).toEqual(before)
    expect(await confirm(visitor)).toMatchObject({ status: 200 })
    expect(mailsTo(world.sandbox, email)).toEqual([])
    expect(await rename(visitor, `ny-${email}`)).toMatchObject({
      status: 200,
      body: { email: `ny-${email}` },
    })
  })

  test('whether another account uses an address is said only after it is entered again', async () => {
    const taken = (await me(await signUp(world))).email
    const { visitor } = await someTimeAgo()
    expect(await rename(visitor, taken)).toMatchObject(AGAIN)
    await confirm(visitor)
    expect(await rename(visitor, taken)).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    })
  })

  test('all other details of the user can be changed without it', async () => {
    const { visitor, email } = await someTimeAgo()
    expect(await rename(visitor, email.toUpperCase(), 'Karianne')).toMatchObject({
      status: 200,
      body: { firstName: 'Karianne' },
    })
  })

  test('an invalid address is reported at its field, not answered with a question', async () => {
    const { visitor } = await someTimeAgo()
    expect(await rename(visitor, 'kari@')).toMatchObject({ status: 400, body: { code: 'invalid' } })
  })

  test('the account is deleted only after it is entered again', async () => {
    const { visitor, before } = await someTimeAgo()
    expect(await visitor.tryCall(deleteAccount)).toMatchObject(AGAIN)
    expect(await me(visitor)).toEqual(before)
    await confirm(visitor)
    expect(await visitor.tryCall(deleteAccount)).toMatchObject({ status: 200 })
    expect((await visitor.tryCall(readSession)).status).toBe(401)
  })
})

describe('a password that was entered', () => {
  test('counts for 15 minutes, whatever is done in the meantime, and then no longer', async () => {
    const visitor = await signUp(world)
    const { email } = await me(visitor)
    world.advance(QUARTER - 30_000)
    expect(await rename(visitor, `a-${email}`)).toMatchObject({ status: 200 })
    world.advance(31_000)
    expect(await rename(visitor, `b-${email}`)).toMatchObject(AGAIN)
  })

  test('counts when logging in, when it is entered again, and when it is changed', async () => {
    const { visitor, email } = await someTimeAgo()
    const elsewhere = world.visitor()
    await elsewhere.call(login, { body: { email, password: PASSWORD } })
    expect(await rename(elsewhere, `a-${email}`)).toMatchObject({ status: 200 })
    world.advance(QUARTER + 1_000)
    const next = 'et helt annet passord'
    await visitor.call(changePassword, {
      body: { currentPassword: PASSWORD, newPassword: next, confirmPassword: next },
    })
    expect(await rename(visitor, `b-${email}`)).toMatchObject({ status: 200 })
  })

  test('counts in the session it was entered in, and in no other of the same user', async () => {
    const { visitor, email } = await someTimeAgo()
    const elsewhere = world.visitor()
    await elsewhere.call(login, { body: { email, password: PASSWORD } })
    expect(await visitor.tryCall(deleteAccount)).toMatchObject(AGAIN)
    world.advance(QUARTER + 1_000)
    await confirm(visitor)
    expect(await elsewhere.tryCall(deleteAccount)).toMatchObject(AGAIN)
  })

  test('can be entered again without extending the session', async () => {
    const { visitor, before } = await someTimeAgo()
    const days = 86_400_000
    for (let day = 0; day < 59; day += 1) {
      world.advance(days)
      await me(visitor)
    }
    await confirm(visitor)
    world.advance(days)
    expect((await visitor.tryCall(readSession)).status, before.email).toBe(401)
  })

  test('does not count for a session that began before this was recorded', async () => {
    const visitor = await signUp(world)
    const { id } = await me(visitor)
    const { db } = world.product.platform
    for (const sess of [{ createdAt: new Date().toISOString() }, { passwordAt: 'i går' }, {}, 7]) {
      await db.update(sessions).set({ sess }).where(eq(sessions.userId, id))
      expect(await visitor.tryCall(deleteAccount), JSON.stringify(sess)).toMatchObject({
        status: 409,
      })
    }
  })
})

describe('a wrong password', () => {
  test('logs nobody out, opens nothing, and is reported at its field', async () => {
    const { visitor } = await someTimeAgo()
    const sentence = 'Passordet er feil'
    expect(await confirm(visitor, 'feil passord')).toMatchObject({
      status: 400,
      body: { code: 'wrong_password', message: sentence, fields: { password: sentence } },
    })
    expect(await visitor.tryCall(deleteAccount)).toMatchObject(AGAIN)
    expect(await confirm(visitor)).toMatchObject({ status: 200 })
  })

  test('counts together with the guesses at login, so that an open session is no place to guess', async () => {
    const { visitor, email } = await someTimeAgo()
    const answers = []
    for (let guess = 0; guess < 12; guess += 1)
      answers.push(await confirm(visitor, `gjetning ${guess}`))
    expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(400))
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
    const elsewhere = world.visitor()
    expect(await elsewhere.tryCall(login, { body: { email, password: PASSWORD } })).toMatchObject({
      status: 429,
    })
    expect((await visitor.tryCall(readSession)).status).toBe(200)
  })

  test('a visitor who is not logged in has no password to confirm', async () => {
    expect(await confirm(world.visitor())).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    })
  })
})
