import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { endSessions } from '#server/features/auth/end-sessions'
import { loginAttempts, sessions, users } from '#server/features/auth/tables'
import { KARI, ORIGIN, startHttpApp } from '#test/support/world/http-app'

let count = 0

const world = await startHttpApp()

const person = (email = `kari${(count += 1)}@firma.no`) => ({ ...KARI, email })

const post = (url: string, payload?: object, cookie?: string, from = '10.0.0.1') =>
  world.app.inject({
    method: 'POST',
    url,
    headers: { origin: ORIGIN, ...(cookie ? { cookie } : {}) },
    remoteAddress: from,
    ...(payload ? { payload } : {}),
  })

const me = (cookie?: string) =>
  world.app.inject({ url: '/api/session/user', headers: cookie ? { cookie } : {} })

function sidOf(answer: { cookies: { name: string; value: string }[] }): string {
  const sid = answer.cookies.find(({ name }) => name === 'sid')
  if (!sid) throw new Error('no session cookie was set')
  return `sid=${sid.value}`
}

async function registered(email?: string) {
  const details = person(email)
  const answer = await post('/api/auth/register', details)
  expect(answer.statusCode).toBe(200)
  return { details, cookie: sidOf(answer), user: answer.json<{ id: string }>() }
}

describe('registering', () => {
  it('creates the account, logs in immediately, and never returns the password', async () => {
    const { details, cookie } = await registered('Ola.Hansen@Firma.NO')
    const answer = await me(cookie)
    expect(answer.json()).toMatchObject({
      username: 'ola.hansen@firma.no',
      email: 'ola.hansen@firma.no',
      firstName: 'Kari',
      isAdmin: false,
    })
    expect(answer.body).not.toContain(details.password)
    expect(answer.body).not.toContain('argon2')
  })

  it('sets a cookie that scripts and other sites cannot read', async () => {
    const answer = await post('/api/auth/register', person())
    const [cookie] = answer.cookies
    expect(cookie).toMatchObject({ name: 'sid', httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(cookie?.secure).toBeUndefined()
  })

  it('stores neither the password nor the session id', async () => {
    const { cookie, user } = await registered()
    const [row] = await world.platform.db.select().from(users).where(eq(users.id, user.id))
    expect(row?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const rows = await world.platform.db.select().from(sessions).where(eq(sessions.userId, user.id))
    expect(JSON.stringify(rows)).not.toContain(cookie.slice('sid='.length))
  })

  it('names every field that is missing, in Norwegian', async () => {
    const answer = await post('/api/auth/register', { email: 'kari@' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      message: 'Ugyldig e-postadresse',
      code: 'invalid',
      fields: {
        email: 'Ugyldig e-postadresse',
        password: 'Passord er påkrevd',
        firstName: 'Fornavn er påkrevd',
        lastName: 'Etternavn er påkrevd',
        companyName: 'Firmanavn er påkrevd',
        address: 'Adresse er påkrevd',
        postalCode: 'Postnummer er påkrevd',
        city: 'Poststed er påkrevd',
      },
    })
  })

  it.each(['123456', 'password', 'Passord1', 'norge123', 'sommer123'])(
    'refuses %s, which is among the first to be guessed',
    async (password) => {
      const answer = await post('/api/auth/register', { ...person(), password })
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({
        code: 'invalid',
        fields: { password: expect.stringContaining('vanligste') },
      })
    },
  )

  it('says at the first step what is wrong with the address or the password, and stores nothing', async () => {
    const { email, password } = person()
    const check = (body: object) =>
      post('/api/auth/check-registration', { email, password, ...body })
    expect((await check({ password: 'Sommer123' })).json()).toMatchObject({
      code: 'invalid',
      fields: { password: expect.stringContaining('vanligste') },
    })
    expect((await check({ password: 'kort' })).statusCode).toBe(400)
    const { details } = await registered()
    expect((await check({ email: details.email.toUpperCase() })).json()).toMatchObject({
      code: 'email_taken',
    })
    expect((await check({})).statusCode).toBe(200)
  })

  it('says that an address is taken, however it is spelled, even when two register it at the same moment', async () => {
    const details = person()
    const both = await Promise.all([
      post('/api/auth/register', details),
      post('/api/auth/register', { ...details, email: ` ${details.email.toUpperCase()} ` }),
    ])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const again = await post('/api/auth/register', details)
    expect(again.json()).toEqual({
      message: 'En bruker med denne e-postadressen eksisterer allerede',
      code: 'email_taken',
    })
  })

  it('allows 120 registrations and sixty checks from one address in an hour, and no more', async () => {
    const { details } = await registered()
    const limits = { '/api/auth/register': 120, '/api/auth/check-registration': 60 }
    for (const [url, most] of Object.entries(limits)) {
      const statuses: number[] = []
      for (let i = 0; i <= most; i += 1)
        statuses.push((await post(url, details, undefined, '10.9.9.9')).statusCode)
      expect(statuses).toEqual([...Array<number>(most).fill(409), 429])
    }
  })
})

describe('logging in', () => {
  it('returns the user and a new session id, and ends the session the browser had', async () => {
    const { details, cookie } = await registered()
    const answer = await post(
      '/api/auth/login',
      { email: ` ${details.email.toUpperCase()}`, password: details.password },
      cookie,
    )
    expect(answer.statusCode).toBe(200)
    expect(sidOf(answer)).not.toBe(cookie)
    expect((await me(sidOf(answer))).statusCode).toBe(200)
    expect((await me(cookie)).statusCode).toBe(401)
  })

  it('does not adopt a session id that somebody else has planted', async () => {
    const { details } = await registered()
    const planted = `sid=${'a'.repeat(43)}`
    const answer = await post(
      '/api/auth/login',
      { email: details.email, password: details.password },
      planted,
    )
    expect(sidOf(answer)).not.toBe(planted)
    expect((await me(planted)).statusCode).toBe(401)
  })

  it('answers an unknown address exactly like a wrong password', async () => {
    const { details } = await registered()
    const wrong = await post('/api/auth/login', { email: details.email, password: 'feil passord' })
    const unknown = await post('/api/auth/login', {
      email: 'finnes.ikke@firma.no',
      password: 'feil passord',
    })
    expect(wrong.statusCode).toBe(401)
    expect(unknown.statusCode).toBe(401)
    expect(wrong.json()).toEqual({
      message: 'Ugyldig e-postadresse eller passord',
      code: 'invalid_credentials',
    })
    expect(unknown.body).toBe(wrong.body)
    expect(unknown.cookies).toEqual([])
  })

  it('spends the same work on an unknown address as on a known one', async () => {
    const { details } = await registered()
    // Measures the processor time of this process's threads only.
    const work = async (email: string) => {
      const before = process.cpuUsage()
      await post('/api/auth/login', { email, password: 'feil passord' }, undefined, '10.0.0.7')
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    await work('oppvarming@firma.no')
    const known: number[] = []
    const unknown: number[] = []
    for (let i = 0; i < 7; i += 1) {
      known.push(await work(details.email))
      unknown.push(await work(`ukjent${i}@firma.no`))
    }
    const median = (all: number[]) => all.toSorted((a, b) => a - b)[3] ?? 0
    expect(median(unknown)).toBeGreaterThan(median(known) / 2)
  })

  it('makes guessing wait after ten wrong passwords, says how long, and treats unknown addresses alike', async () => {
    const { details } = await registered()
    // The clock stands still, so that the remaining wait stays one second.
    const goOn = world.standStill()
    for (const email of [details.email, 'ukjent-konto@firma.no']) {
      for (let i = 0; i < 10; i += 1)
        await post('/api/auth/login', { email, password: 'feil passord' }, undefined, `10.1.0.${i}`)
      const answer = await post(
        '/api/auth/login',
        { email, password: 'feil passord' },
        undefined,
        '10.1.0.99',
      )
      expect(answer.statusCode).toBe(429)
      expect(answer.headers['retry-after']).toBe('1')
      expect(answer.json()).toEqual({
        message: 'For mange innloggingsforsøk. Prøv igjen om 1 sekund.',
        code: 'too_many_attempts',
      })
    }
    goOn()
    world.advance(2_000)
    const after = await post('/api/auth/login', {
      email: details.email,
      password: details.password,
    })
    expect(after.statusCode).toBe(200)
  })

  it('lets at most fifty guesses for one account reach the hash in an hour, even all at the same time', async () => {
    const { details } = await registered()
    const all = await Promise.all(
      Array.from({ length: 70 }, (_, i) =>
        post(
          '/api/auth/login',
          { email: details.email, password: 'feil passord' },
          undefined,
          `10.2.0.${i}`,
        ),
      ),
    )
    expect(all.filter(({ statusCode }) => statusCode === 401).length).toBeLessThanOrEqual(50)
    expect(new Set(all.map(({ statusCode }) => statusCode))).toEqual(new Set([401, 429]))
    world.advance(3_600_000)
    expect(
      (await post('/api/auth/login', { email: details.email, password: details.password }))
        .statusCode,
    ).toBe(200)
  })

  it('slows down an address that tries stolen passwords on many accounts', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 101; i += 1) {
      const answer = await post(
        '/api/auth/login',
        { email: `stjalet${i}@firma.no`, password: 'feil passord' },
        undefined,
        '10.3.0.1',
      )
      statuses.push(answer.statusCode)
    }
    expect(statuses.slice(0, 100).every((status) => status === 401)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
  })

  it('stores no address in the table of attempts', async () => {
    const { details } = await registered()
    await post('/api/auth/login', { email: details.email, password: 'feil passord' })
    expect(JSON.stringify(await world.platform.db.select().from(loginAttempts))).not.toContain(
      'firma.no',
    )
  })

  it('rehashes a password whose stored hash is weaker than the current rules', async () => {
    const { hash } = await import('@node-rs/argon2')
    const { details, user } = await registered()
    const weak = await hash(details.password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 })
    await world.platform.db.update(users).set({ password: weak }).where(eq(users.id, user.id))
    await post('/api/auth/login', { email: details.email, password: details.password })
    const [row] = await world.platform.db.select().from(users).where(eq(users.id, user.id))
    expect(row?.password).toContain('m=19456,t=2,p=1')
    expect(
      (await post('/api/auth/login', { email: details.email, password: details.password }))
        .statusCode,
    ).toBe(200)
  })
})

describe('a session', () => {
  it('is required by every call of a logged-in user', async () => {
    const answer = await me()
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toEqual({ message: 'Du er ikke logget inn', code: 'unauthenticated' })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('ends on the server when the user logs out', async () => {
    const { cookie } = await registered()
    const answer = await post('/api/auth/logout', undefined, cookie)
    expect(answer.json()).toEqual({ message: 'Du er logget ut' })
    expect(answer.cookies[0]).toMatchObject({ name: 'sid', value: '' })
    expect((await me(cookie)).statusCode).toBe(401)
  })

  it('ends after 14 days without use, and stays alive while it is used, but never beyond 60 days', async () => {
    const day = 86_400_000
    const idle = await registered()
    world.advance(14 * day + 1)
    expect((await me(idle.cookie)).statusCode).toBe(401)

    const used = await registered()
    for (let days = 0; days < 56; days += 7) {
      world.advance(7 * day)
      expect((await me(used.cookie)).statusCode).toBe(200)
    }
    world.advance(4 * day)
    expect((await me(used.cookie)).statusCode).toBe(401)
  })

  it('is not written by every poll', async () => {
    const { cookie, user } = await registered()
    const expire = async () =>
      (
        await world.platform.db.select().from(sessions).where(eq(sessions.userId, user.id))
      )[0]?.expire.getTime()
    const first = await expire()
    world.advance(60_000)
    await me(cookie)
    expect(await expire()).toBe(first)
    world.advance(5 * 60_000)
    await me(cookie)
    expect(await expire()).toBeGreaterThan(first ?? 0)
  })

  it('ends with the account: an inactive user is let in nowhere, and only the right password is told why', async () => {
    const { details, cookie, user } = await registered()
    await world.platform.db.update(users).set({ isActive: false }).where(eq(users.id, user.id))
    expect((await me(cookie)).statusCode).toBe(401)
    const right = await post('/api/auth/login', {
      email: details.email,
      password: details.password,
    })
    expect(right.statusCode).toBe(403)
    expect(right.json()).toMatchObject({ code: 'inactive' })
    const wrong = await post('/api/auth/login', { email: details.email, password: 'feil passord' })
    expect(wrong.json()).toMatchObject({ code: 'invalid_credentials' })
  })

  it('can be ended everywhere but here', async () => {
    const { sessionKey } = await import('#server/features/auth/sessions/sessions')
    const { details, cookie, user } = await registered()
    const other = sidOf(
      await post('/api/auth/login', { email: details.email, password: details.password }),
    )
    const key = sessionKey(world.platform, {
      cookies: { sid: cookie.slice('sid='.length) },
    } as unknown as Parameters<typeof sessionKey>[1])
    await endSessions(world.platform.db, user.id, key ?? undefined)
    expect((await me(cookie)).statusCode).toBe(200)
    expect((await me(other)).statusCode).toBe(401)
    await endSessions(world.platform.db, user.id)
    expect((await me(cookie)).statusCode).toBe(401)
  })

  it('gives an administrator their rights from the next call, and removes them as fast', async () => {
    const { cookie, user } = await registered()
    for (const isAdmin of [true, false]) {
      await world.platform.db.update(users).set({ isAdmin }).where(eq(users.id, user.id))
      expect((await me(cookie)).json()).toMatchObject({ isAdmin })
    }
  })
})

describe('what is logged about it', () => {
  it('contains neither passwords, addresses nor session ids', async () => {
    const { details, cookie } = await registered('logget@firma.no')
    await post('/api/auth/login', {
      email: details.email,
      password: 'et-helt-spesielt-feil-passord',
    })
    const text = world.logged()
    expect(text).toContain('/api/auth/login')
    for (const secret of [
      details.password,
      'et-helt-spesielt-feil-passord',
      cookie.slice('sid='.length),
      'logget@firma.no',
    ]) {
      expect(text).not.toContain(secret)
    }
  })
})

describe('the public price', () => {
  it('is 500 kroner, in øre, until an administrator has set one', async () => {
    expect((await world.app.inject('/api/public/pricing')).json()).toEqual({ monthlyPrice: 50_000 })
  })
})
