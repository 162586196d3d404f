import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { logIn as checkPassword } from '#server/features/auth/sessions/log-in'
import { requestReset } from '#server/features/auth/passwords/password-reset'
import { loginAttempts, resetTokens, users } from '#server/features/auth/tables'
import { HttpError } from '#server/platform/http-error'
import { fingerprint } from '#server/platform/vault'
import { login, readSession } from '#shared/contracts/auth'
import { forgotPassword, resetPassword, updateProfile } from '#shared/contracts/profile'
import { mailsTo, mailTo } from '../../support/vendors/mailbox.ts'
import { startTimedWorld } from '../../support/people/person.ts'
import { until } from '../../support/wait.ts'
import { signUp } from '../../support/world/world.ts'

const world = await startTimedWorld()

const OLD = 'et langt nok passord'
const NEW = 'et helt annet passord'
const SUBJECT = 'Nytt passord til Fakturabro'
const USED = {
  status: 400,
  body: { code: 'token_used', message: 'Denne lenken er allerede brukt' },
}
const INVALID = {
  status: 400,
  body: { code: 'token_invalid', message: 'Ugyldig eller utløpt token' },
}

async function person() {
  const visitor = await signUp(world)
  const { id, email } = await visitor.call(readSession)
  return { visitor, id, email }
}

const ask = (email: string) => world.visitor().tryCall(forgotPassword, { body: { email } })
const reset = (token: string, password = NEW, confirmPassword = password) =>
  world.visitor().tryCall(resetPassword, { body: { token, password, confirmPassword } })
const logIn = async (email: string, password: string) =>
  (await world.visitor().tryCall(login, { body: { email, password } })).status

async function link(email: string, nth = 1): Promise<string> {
  await ask(email)
  return linkIn(email, nth)
}

async function linkIn(email: string, nth: number): Promise<string> {
  const { text, html } = await mailTo(world.sandbox, email, SUBJECT, nth)
  const found = new RegExp(`${world.url}/reset-password\\?token=([\\w-]+)`).exec(text)
  expect(html).toContain(`href="${found?.[0]}"`)
  expect(text).toContain('60 minutter')
  return found?.[1] ?? ''
}

test('a mailed link sets a new password, once; every session ends, and a mail says so', async () => {
  const { visitor, email } = await person()
  const token = await link(email)
  expect(await reset(token)).toMatchObject({ status: 200, body: { message: 'Passord oppdatert' } })
  expect((await visitor.tryCall(readSession)).status).toBe(401)
  expect([await logIn(email, OLD), await logIn(email, NEW)]).toEqual([401, 200])
  await mailTo(world.sandbox, email, 'Passordet ditt i Fakturabro er endret')
  expect(await reset(token, 'et tredje passord')).toMatchObject(USED)
  expect(await logIn(email, NEW)).toBe(200)
})

test('the answer is the same whether the address has an account, has none, or is inactive', async () => {
  const known = await person()
  const off = await person()
  await world.product.platform.db.update(users).set({ isActive: false }).where(eq(users.id, off.id))
  const unknown = `ingen-${known.email}`
  const answers = await Promise.all([known.email, off.email, unknown].map(ask))
  const shown = answers.map(({ status, body, headers }) => ({
    status,
    body,
    type: headers.get('content-type'),
  }))
  expect(shown[0]).toMatchObject({
    status: 200,
    body: { message: expect.stringMatching(/^Hvis adressen har en konto/) as string },
  })
  expect(shown[1]).toEqual(shown[0])
  expect(shown[2]).toEqual(shown[0])
  await mailTo(world.sandbox, known.email, SUBJECT)
  expect(mailsTo(world.sandbox, off.email)).toEqual([])
  expect(mailsTo(world.sandbox, unknown)).toEqual([])
})

test('of two hundred guesses from as many addresses fifty reach the password; the owner is told what to do, and gets in that way or an hour later', async () => {
  const { email } = await person()
  const { platform } = world.product
  const reached = { right: 0, wrong: 0 }
  const guess = async (index: number, password = 'feil passord') => {
    const from = `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`
    try {
      await checkPassword(platform, { email, password }, from)
      reached.right += 1
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      if (error.code !== 'too_many_attempts') reached.wrong += 1
    }
  }
  await Promise.all(Array.from({ length: 100 }, (_, index) => guess(index)))
  for (let index = 100; index < 200; index += 1) {
    world.advance(20_000)
    await guess(index, index % 25 === 0 ? OLD : undefined)
  }
  expect(reached).toEqual({ right: 0, wrong: 50 })

  const told = await world.visitor().tryCall(login, { body: { email, password: OLD } })
  expect(told).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
  expect(told.body).toHaveProperty(
    'message',
    expect.stringMatching(
      /^For mange .+ om \d+ minutter\. Kan du ikke vente, velg et nytt passord med «Glemt passordet\?»\.$/,
    ),
  )
  expect((await reset(await link(email))).status).toBe(200)
  expect(await logIn(email, NEW)).toBe(200)

  await Promise.all(Array.from({ length: 51 }, (_, index) => guess(1_000 + index)))
  expect(await logIn(email, NEW)).toBe(429)
  world.advance(3_600_000)
  expect(await logIn(email, NEW)).toBe(200)
})

test('of twenty uses at the same moment one wins, and its password is the one that counts', async () => {
  const { email } = await person()
  const token = await link(email)
  const tries = Array.from({ length: 20 }, (_, index) => `passord nummer ${index + 1}`)
  const answers = await Promise.all(tries.map((password) => reset(token, password)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(answer).toMatchObject(USED)
  const winner = tries[answers.findIndex(({ status }) => status === 200)] ?? ''
  expect(await logIn(email, winner)).toBe(200)
  await until('one mail about it', () => mailsTo(world.sandbox, email, /er endret$/).length === 1)
})

test('three hundred requests from as many addresses send three mails, whose links all work until one is used', async () => {
  const { id, email } = await person()
  const { platform } = world.product
  const askMany = async (count: number) => {
    for (let n = 0; n < count; n += 1) requestReset(platform, email)
    const subject = fingerprint(`reset ${email}`)
    await until('every request to be dealt with', async () => {
      const [mine] = await platform.db
        .select()
        .from(loginAttempts)
        .where(eq(loginAttempts.account, subject))
      return mine?.failures.length === 3
    })
  }
  await askMany(300)
  const tokens = await Promise.all([1, 2, 3].map((nth) => linkIn(email, nth)))
  expect(new Set(tokens).size).toBe(3)
  world.advance(59 * 60_000)
  // Another request neither invalidates the earlier links nor sends an e-mail.
  expect(await ask(email)).toMatchObject({
    status: 200,
    body: { message: expect.stringMatching(/^Hvis adressen har en konto/) as string },
  })
  const [first = '', second = '', third = ''] = tokens
  expect((await reset(second)).status).toBe(200)
  for (const token of [first, third]) expect(await reset(token, OLD)).toMatchObject(USED)
  expect(mailsTo(world.sandbox, email, SUBJECT)).toHaveLength(3)
  // A new account with the same address counts as the same recipient.
  await platform.db.delete(users).where(eq(users.id, id))
  await signUp(world, { email })
  const askedAt = platform.clock.now()
  requestReset(platform, email)
  await until('the request to be refused', async () => {
    const [mine] = await platform.db
      .select()
      .from(loginAttempts)
      .where(eq(loginAttempts.account, fingerprint(`reset ${email}`)))
    return (mine?.updatedAt.getTime() ?? 0) >= askedAt
  })
  world.advance(2 * 60_000)
  requestReset(platform, email)
  await linkIn(email, 4)
  expect(mailsTo(world.sandbox, email, SUBJECT)).toHaveLength(4)
})

test('a mail that could not be sent is none of the three', async () => {
  const { id, email } = await person()
  const { platform } = world.product
  const broken = { send: () => Promise.reject(new Error('no mail now')), close: () => undefined }
  const subject = fingerprint(`reset ${email}`)
  for (let n = 0; n < 4; n += 1) {
    requestReset({ ...platform, mail: broken }, email)
    await until('the mail to have failed', async () => {
      const [mine] = await platform.db
        .select()
        .from(loginAttempts)
        .where(eq(loginAttempts.account, subject))
      const tokens = await platform.db.$count(resetTokens, eq(resetTokens.userId, id))
      return mine?.failures.length === 0 && tokens === n + 1
    })
  }
  requestReset(platform, email)
  expect((await reset(await linkIn(email, 1))).status).toBe(200)
})

test('a link stops working after an hour', async () => {
  const { email } = await person()
  const token = await link(email)
  world.advance(59 * 60_000)
  const other = await person()
  const inTime = await link(other.email)
  world.advance(2 * 60_000)
  expect(await reset(token)).toMatchObject(INVALID)
  expect(await reset(inTime)).toMatchObject({ status: 200 })
  expect(await logIn(email, OLD)).toBe(200)
})

test('a new password invalidates every older link, and so does a new e-mail address', async () => {
  const { email } = await person()
  const [first, second] = [await link(email), await link(email, 2)]
  expect((await reset(second)).status).toBe(200)
  expect(await reset(first, OLD)).toMatchObject(USED)

  const mover = await person()
  const before = await link(mover.email)
  await mover.visitor.call(updateProfile, {
    body: { firstName: 'Kari', lastName: 'Nordmann', email: `ny-${mover.email}` },
  })
  expect(await reset(before)).toMatchObject(USED)
})

test('the link of a user who was deactivated in the meantime opens nothing', async () => {
  const { id, email } = await person()
  const token = await link(email)
  await world.product.platform.db.update(users).set({ isActive: false }).where(eq(users.id, id))
  expect(await reset(token)).toMatchObject(INVALID)
})

test('the link is stored so that a copy of the table gives access to no account', async () => {
  const { id, email } = await person()
  const token = await link(email)
  const rows = await world.product.platform.db
    .select()
    .from(resetTokens)
    .where(eq(resetTokens.userId, id))
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(await reset(rows[0]?.token ?? '')).toMatchObject(INVALID)
})

describe('what is refused', () => {
  test.each([
    ['no token', { token: '' }, 'token', 'Token er påkrevd'],
    ['a token that is too long', { token: 'x'.repeat(201) }, 'token', 'Ugyldig eller utløpt token'],
    [
      'a short password',
      { password: 'kort', confirmPassword: 'kort!!' },
      'password',
      'Passord må være minst 6 tegn',
    ],
    ['no password', { password: undefined }, 'password', 'Passord må være minst 6 tegn'],
    ['a short repetition', { confirmPassword: 'kort' }, 'confirmPassword', 'Bekreft passord'],
    [
      'two passwords',
      { confirmPassword: 'noe annet enn det' },
      'confirmPassword',
      'Passordene må være like',
    ],
  ])('%s, in Norwegian', async (_what, wrong, field, sentence) => {
    const body = JSON.stringify({ token: 'x', password: NEW, confirmPassword: NEW, ...wrong })
    const headers = { 'content-type': 'application/json' }
    const answer = await world
      .visitor()
      .fetch('/api/reset-password', { method: 'POST', body, headers })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'invalid', fields: { [field]: sentence } })
  })

  test('a token that was never sent', async () => {
    expect(await reset('a'.repeat(43))).toMatchObject(INVALID)
  })

  test('an easily guessed password: it does not use up the link', async () => {
    const { email } = await person()
    const token = await link(email)
    expect(await reset(token, 'passord1')).toMatchObject({
      status: 400,
      body: { fields: { password: expect.stringContaining('vanligste') as string } },
    })
    expect((await reset(token)).status).toBe(200)
  })

  test('another user’s link: it sets only the password of the user it was sent to', async () => {
    const [one, other] = [await person(), await person()]
    const token = await link(one.email)
    const answer = await other.visitor.fetch('/api/reset-password', {
      method: 'POST',
      body: JSON.stringify({
        token,
        password: NEW,
        confirmPassword: NEW,
        email: other.email,
        userId: other.id,
      }),
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(200)
    expect([await logIn(other.email, OLD), await logIn(one.email, NEW)]).toEqual([200, 200])
    expect((await other.visitor.call(readSession)).id).toBe(other.id)
  })

  test.each(['kari@', '', ' '])('«%s» as an address to send a link to', async (email) => {
    expect(await ask(email)).toMatchObject({
      status: 400,
      body: { message: 'Ugyldig e-postadresse' },
    })
  })

  test('unlimited links from one address', async () => {
    world.advance(2 * 3_600_000)
    const statuses: number[] = []
    for (let i = 0; i < 25; i += 1) statuses.push((await ask('ingen@example.no')).status)
    expect(statuses.at(-1)).toBe(429)
  })
})
