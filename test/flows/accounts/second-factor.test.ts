import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { secondFactors, securityEvents, users } from '#server/features/auth/tables'
import { operate } from '#server/operator'
import { rowsOfCompany } from '#server/rows-of-company'
import { login, readSession } from '#shared/contracts/auth'
import { listUsers, readAdminStats } from '#shared/contracts/admin'
import { forgotPassword, resetPassword } from '#shared/contracts/profile'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
} from '#shared/contracts/account/second-factor'
import { codeNow } from '../../support/authenticator.ts'
import type { Visitor } from '../../support/people/browserless.ts'
import { startTimedWorld } from '../../support/people/person.ts'
import { mailTo, tokenIn } from '../../support/vendors/mailbox.ts'
import { signUp } from '../../support/world/world.ts'

/** Tests login with a code, on a clock that stands still and is advanced in steps of 30 seconds. */

const world = await startTimedWorld()
world.standStill()

const PASSWORD = 'et langt nok passord'
const now = () => world.product.platform.clock.now()
const later = () => world.advance(30_000)
const me = (visitor: Visitor) => visitor.call(readSession)
const logIn = (email: string, code?: string, password = PASSWORD) =>
  world.visitor().tryCall(login, { body: { email, password, ...(code ? { code } : {}) } })

async function withFactor() {
  const visitor = await signUp(world)
  const { email, id } = await me(visitor)
  const { secret } = await visitor.call(beginSecondFactor)
  const body = { code: codeNow(secret, now()) }
  const { recoveryCodes } = await visitor.call(confirmSecondFactor, { body })
  later()
  return { visitor, email, id, secret, recoveryCodes }
}

describe('a second factor', () => {
  test('counts for nothing before its first code, and ends all other sessions with it', async () => {
    const visitor = await signUp(world)
    const { email } = await me(visitor)
    const other = world.visitor()
    await other.call(login, { body: { email, password: PASSWORD } })
    const { secret, uri, qr } = await visitor.call(beginSecondFactor)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Fakturabro:/)
    expect(new Set(qr.map((row) => row.length))).toEqual(new Set([qr.length]))
    expect((await logIn(email)).status).toBe(200)
    const wrong = codeNow(secret, now() + 3_600_000)
    expect(await visitor.tryCall(confirmSecondFactor, { body: { code: wrong } })).toMatchObject({
      status: 400,
      body: { code: 'code_wrong' },
    })
    const code = codeNow(secret, now())
    const { recoveryCodes } = await visitor.call(confirmSecondFactor, { body: { code } })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await other.tryCall(readSession)).status).toBe(401)
    expect(await visitor.call(readSecondFactor)).toMatchObject({
      since: expect.any(String) as string,
      recoveryCodes: 10,
    })
    await mailTo(world.sandbox, email, 'Totrinns innlogging til Fakturabro er slått på')
  })

  test('is asked for after the right password only, and each code is good once', async () => {
    const { email, secret } = await withFactor()
    expect(await logIn(email, codeNow(secret, now()), 'feil passord')).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials' },
    })
    expect(await logIn(email)).toMatchObject({
      status: 401,
      body: { code: 'second_factor_required' },
    })
    const code = codeNow(secret, now())
    expect((await logIn(email, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200)
    expect(await logIn(email, code)).toMatchObject({
      status: 401,
      body: { code: 'second_factor_wrong' },
    })
    later()
    const both = await Promise.all([1, 2].map(() => logIn(email, codeNow(secret, now()))))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
    later()
    later()
    expect((await logIn(email, codeNow(secret, now() - 30_000))).status).toBe(200)
    expect((await logIn(email, codeNow(secret, now() - 90_000))).status).toBe(401)
  })

  test('that is lost is stood in for by a recovery code, once each, however it is typed', async () => {
    const { email, visitor, secret, recoveryCodes } = await withFactor()
    const [first = '', second = ''] = recoveryCodes
    expect((await logIn(email, first.toUpperCase().replace('-', ' '))).status).toBe(200)
    expect((await logIn(email, first)).status).toBe(401)
    expect(await visitor.call(readSecondFactor)).toMatchObject({ recoveryCodes: 9 })
    const body = { code: codeNow(secret, now()) }
    const renewed = await visitor.call(renewRecoveryCodes, { body })
    expect((await logIn(email, second)).status).toBe(401)
    expect((await logIn(email, renewed.recoveryCodes[0])).status).toBe(200)
  })

  test('guesses of its codes make the account wait as those of its password do', async () => {
    const { email } = await withFactor()
    const answers: number[] = []
    for (let guess = 0; guess < 12; guess += 1)
      answers.push((await logIn(email, String(100_000 + guess))).status)
    expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401))
    expect(answers.slice(10)).toEqual([429, 429])
  })

  test('is not taken away by a new password, and is switched off with a code alone', async () => {
    const { email, id, secret } = await withFactor()
    await world.visitor().call(forgotPassword, { body: { email } })
    const { text } = await mailTo(world.sandbox, email, 'Nytt passord til Fakturabro')
    const password = 'et helt annet passord'
    await world
      .visitor()
      .call(resetPassword, { body: { token: tokenIn(text), password, confirmPassword: password } })
    expect(await logIn(email, undefined, password)).toMatchObject({
      body: { code: 'second_factor_required' },
    })
    const visitor = world.visitor()
    await visitor.call(login, { body: { email, password, code: codeNow(secret, now()) } })
    expect(await visitor.tryCall(endSecondFactor, { body: { code: '000000' } })).toMatchObject({
      status: 400,
    })
    later()
    await visitor.call(endSecondFactor, { body: { code: codeNow(secret, now()) } })
    expect((await logIn(email, undefined, password)).status).toBe(200)
    const rows = await world.product.platform.db
      .select()
      .from(securityEvents)
      .where(eq(securityEvents.userId, id))
    expect(rows.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['factor_on', 'factor_refused', 'factor_off']),
    )
  })

  test('has its secret sealed, and in no file of one’s own data', async () => {
    const { id, secret, recoveryCodes } = await withFactor()
    const { db } = world.product.platform
    const [row] = await db.select().from(secondFactors).where(eq(secondFactors.userId, id))
    const stored = JSON.stringify(row)
    for (const open of [secret, ...recoveryCodes]) expect(stored).not.toContain(open)
    for await (const { table, rows } of rowsOfCompany(db, { company: id, person: id }))
      if (table === 'second_factors')
        for (const one of rows) expect(Object.keys(one)).not.toContain('secret')
  })

  test('is taken away by an operator, which ends the sessions and is told', async () => {
    const { email, visitor } = await withFactor()
    const say = () => Promise.resolve()
    const reset = () =>
      operate(world.product.platform, { command: 'reset-factor', email: email.toUpperCase() }, say)
    expect(await reset()).toMatch(/is gone; all of their sessions have ended\. A mail says so\.$/)
    expect((await visitor.tryCall(readSession)).status).toBe(401)
    await mailTo(world.sandbox, email, 'Totrinns innlogging til Fakturabro er fjernet')
    expect((await logIn(email)).status).toBe(200)
    expect(await reset()).toMatch(/had no second factor/)
  })
})

describe('where the operator requires it of administrators', () => {
  test('their pages open with it alone, it cannot be switched off, and nobody else is asked', async () => {
    await world.restart({ ADMIN_SECOND_FACTOR: 'required' })
    const visitor = await signUp(world)
    const { id } = await me(visitor)
    await world.product.platform.db.update(users).set({ isAdmin: true }).where(eq(users.id, id))
    expect(await visitor.tryCall(listUsers)).toMatchObject({
      status: 403,
      body: { code: 'second_factor_needed' },
    })
    expect(await visitor.call(readSecondFactor)).toMatchObject({ required: true })
    const { secret } = await visitor.call(beginSecondFactor)
    const body = { code: codeNow(secret, now()) }
    await visitor.call(confirmSecondFactor, { body })
    expect((await visitor.call(readAdminStats)).adminUsers).toBe(1)
    later()
    expect(
      await visitor.tryCall(endSecondFactor, { body: { code: codeNow(secret, now()) } }),
    ).toMatchObject({ status: 409, body: { code: 'second_factor_needed' } })
    const other = await signUp(world)
    expect(await other.call(readSecondFactor)).toMatchObject({ required: false })
  })
})
