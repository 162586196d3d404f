import { describe, expect, test } from 'vitest'
import type { ErrorAnswer } from '#shared/contract'
import { login, logout, readSession } from '#shared/contracts/auth'
import {
  changePassword,
  updateProfile,
  type PasswordChange,
  type Profile,
} from '#shared/contracts/profile'
import { colleague } from '../../support/people/access/members.ts'
import type { Visitor } from '../../support/people/browserless.ts'
import { mailsTo, mailTo } from '../../support/vendors/mailbox.ts'
import { signUp, startWorld } from '../../support/world/world.ts'

const world = await startWorld()

const PASSWORD = 'et langt nok passord'
const NEW = 'et helt annet passord'
const me = (visitor: Visitor) => visitor.call(readSession)
const details: Omit<Profile, 'email'> = {
  firstName: 'Kari',
  lastName: 'Nordmann',
  address: 'Storgata 1',
  postalCode: '0155',
  city: 'Oslo',
}

function put(visitor: Visitor, path: string, body: unknown): Promise<Response> {
  return visitor.fetch(path, {
    method: 'PUT',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
}

async function logInAs(email: string, password: string) {
  const visitor = world.visitor()
  return { visitor, ...(await visitor.tryCall(login, { body: { email, password } })) }
}

describe('a user’s own details', () => {
  test('are changed and trimmed, and the new e-mail address is the one to log in with', async () => {
    const person = await signUp(world)
    const before = await me(person)
    const email = `ny-${before.email}`
    const body = { ...details, firstName: '  Kari ', email: ` ${email.toUpperCase()} ` }
    expect(await person.call(updateProfile, { body })).toMatchObject({
      ...details,
      email,
      username: email,
      id: before.id,
    })
    expect(await me(person)).toMatchObject({
      ...details,
      email,
      username: email,
      createdAt: before.createdAt,
    })
    expect((await logInAs(email, PASSWORD)).status).toBe(200)
    expect((await logInAs(before.email, PASSWORD)).status).toBe(401)
  })

  test('that are not sent are kept, and those that are emptied are empty', async () => {
    const person = await signUp(world)
    const { email } = await me(person)
    await person.call(updateProfile, { body: { firstName: 'Kari', lastName: 'Nordmann', email } })
    expect(await me(person)).toMatchObject({
      address: 'Kaigata 4',
      postalCode: '5003',
      city: 'Bergen',
    })
    await person.call(updateProfile, { body: { ...details, email, address: null, postalCode: '' } })
    expect(await me(person)).toMatchObject({ address: null, postalCode: '', city: 'Oslo' })
  })

  test.each([
    [{ firstName: ' ' }, 'firstName', 'Fornavn er påkrevet'],
    [{ firstName: undefined }, 'firstName', 'Fornavn er påkrevet'],
    [{ firstName: 'K'.repeat(201) }, 'firstName', 'Fornavn kan ha høyst 200 tegn'],
    [{ lastName: '' }, 'lastName', 'Etternavn er påkrevet'],
    [{ lastName: 7 }, 'lastName', 'Etternavn er påkrevet'],
    [{ email: 'kari@' }, 'email', 'Ugyldig e-postadresse'],
    [{ email: null }, 'email', 'Ugyldig e-postadresse'],
    [{ postalCode: '502' }, 'postalCode', 'Postnummer har fire siffer'],
    [{ city: ['Oslo'] }, 'city', 'Ugyldig verdi'],
  ])('with %j are refused: %s', async (wrong, field, sentence) => {
    const person = await signUp(world)
    const before = await me(person)
    const answer = await put(person, '/api/profile', { ...details, email: before.email, ...wrong })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      code: 'invalid',
      message: sentence,
      fields: { [field]: sentence },
    })
    expect(await me(person)).toEqual(before)
  })

  test('cannot take an e-mail address that another account has, even when two take a free one at the same moment', async () => {
    const [one, other] = [await signUp(world), await signUp(world)]
    const taken = (await me(other)).email
    const sentence = 'En annen konto bruker denne e-postadressen'
    expect(
      await one.tryCall(updateProfile, { body: { ...details, email: taken.toUpperCase() } }),
    ).toMatchObject({
      status: 409,
      body: { code: 'email_taken', message: sentence, fields: { email: sentence } },
    })
    const free = `ledig-${taken}`
    const both = await Promise.all(
      [one, other].map((each) =>
        each.tryCall(updateProfile, { body: { ...details, email: free } }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('belong to that user alone: ids and rights in the body are ignored, and a visitor must log in', async () => {
    const [one, other] = [await signUp(world), await signUp(world)]
    const [mine, theirs] = [await me(one), await me(other)]
    const body = {
      ...details,
      email: mine.email,
      id: theirs.id,
      userId: theirs.id,
      isAdmin: true,
      isActive: false,
      password: 'x',
    }
    expect((await put(one, '/api/profile', body)).status).toBe(200)
    expect(await me(other)).toEqual(theirs)
    expect(await me(one)).toMatchObject({ id: mine.id, isAdmin: false })
    expect((await logInAs(mine.email, PASSWORD)).status).toBe(200)
    expect(
      await world.visitor().tryCall(updateProfile, { body: { ...details, email: mine.email } }),
    ).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  })

  test('are those of a person, and a company’s are changed by its owner alone', async () => {
    const owner = await signUp(world)
    const { id: companyId, address } = await me(owner)
    const kari = await colleague(world, companyId, 'staff')
    const own = { firstName: 'Kari', lastName: 'Nordmann', email: kari.email }
    expect(
      await kari.visitor.tryCall(updateProfile, { body: { ...own, address: 'Storgata 1' } }),
    ).toMatchObject({ status: 403, body: { code: 'role_refused' } })
    expect(await kari.visitor.call(updateProfile, { body: own })).toMatchObject({ ...own, address })
    const body = { ...own, email: (await me(owner)).email, companyName: 'Fjordvik & Co AS' }
    await owner.call(updateProfile, { body })
    expect(await me(kari.visitor)).toMatchObject({ companyName: 'Fjordvik & Co AS', address })
  })

  test('notify the former address when the address is changed, so that nobody loses an account unnoticed', async () => {
    const person = await signUp(world)
    const { email } = await me(person)
    await person.call(updateProfile, { body: { ...details, email } })
    await person.call(updateProfile, { body: { ...details, email: `ny-${email}` } })
    const { text, html } = await mailTo(
      world.sandbox,
      email,
      'E-postadressen din i Fakturabro er endret',
    )
    for (const part of [text, html]) expect(part).toContain('Var det ikke deg?')
    expect(mailsTo(world.sandbox, email)).toHaveLength(1)
    expect(mailsTo(world.sandbox, `ny-${email}`)).toEqual([])
  })
})

const change: PasswordChange = { currentPassword: PASSWORD, newPassword: NEW, confirmPassword: NEW }

describe('the password', () => {
  test('is changed: other sessions end, this one stays, and a mail says so', async () => {
    const person = await signUp(world)
    const { email } = await me(person)
    const elsewhere = (await logInAs(email, PASSWORD)).visitor
    expect(await person.call(changePassword, { body: change })).toEqual({
      message: 'Passord endret',
    })
    expect((await me(person)).email).toBe(email)
    expect((await elsewhere.tryCall(readSession)).status).toBe(401)
    expect((await logInAs(email, PASSWORD)).status).toBe(401)
    expect((await logInAs(email, NEW)).status).toBe(200)
    const { text, html } = await mailTo(
      world.sandbox,
      email,
      'Passordet ditt i Fakturabro er endret',
    )
    for (const part of [text, html]) {
      expect(part).toMatch(/ble endret \d\d\.\d\d\.\d{4} kl\. \d\d\.\d\d/)
      expect(part).toContain('Var det ikke deg?')
      expect(part).not.toContain(NEW)
    }
  })

  const short = 'Nytt passord må være minst 6 tegn'
  test.each([
    [
      { currentPassword: 'feil passord' },
      'wrong_password',
      'currentPassword',
      'Nåværende passord er feil',
    ],
    [{ currentPassword: '' }, 'invalid', 'currentPassword', 'Nåværende passord er påkrevet'],
    [{ newPassword: 'kort', confirmPassword: 'kort' }, 'invalid', 'newPassword', short],
    [{ newPassword: undefined }, 'invalid', 'newPassword', short],
    [
      { confirmPassword: 'noe annet' },
      'invalid',
      'confirmPassword',
      'Passordene stemmer ikke overens',
    ],
    [{ confirmPassword: '' }, 'invalid', 'confirmPassword', 'Bekreft nytt passord'],
    [
      { newPassword: 'passord1', confirmPassword: 'passord1' },
      'invalid',
      'newPassword',
      'Passordet er blant de vanligste og lett å gjette. Velg et annet.',
    ],
  ])('stays as it is with %j', async (wrong, code, field, sentence) => {
    const person = await signUp(world)
    const { email } = await me(person)
    const answer = await put(person, '/api/change-password', { ...change, ...wrong })
    expect(answer.status).toBe(400)
    const body = (await answer.json()) as ErrorAnswer & { fields: Record<string, string> }
    expect(body.code).toBe(code)
    expect(body.fields[field]).toBe(sentence)
    expect((await logInAs(email, PASSWORD)).status).toBe(200)
    expect(mailsTo(world.sandbox, email)).toEqual([])
  })

  test('cannot be the user’s own e-mail address', async () => {
    const person = await signUp(world)
    const { email } = await me(person)
    const answer = await person.tryCall(changePassword, {
      body: { ...change, newPassword: email, confirmPassword: email },
    })
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { newPassword: expect.stringContaining('e-postadressen') as string } },
    })
  })

  test('cannot be guessed in a session that somebody left open', async () => {
    const person = await signUp(world)
    const statuses: number[] = []
    for (let guess = 0; guess < 14; guess += 1) {
      statuses.push(
        (
          await person.tryCall(changePassword, {
            body: { ...change, currentPassword: `gjetning ${guess}` },
          })
        ).status,
      )
    }
    expect(statuses.slice(0, 10).every((status) => status === 400)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
  })

  test('belongs to that user alone, and a visitor must log in', async () => {
    const [one, other] = [await signUp(world), await signUp(world)]
    const { email } = await me(other)
    await one.call(changePassword, { body: change })
    expect((await me(other)).email).toBe(email)
    expect((await logInAs(email, PASSWORD)).status).toBe(200)
    await one.call(logout)
    expect(
      await one.tryCall(changePassword, { body: { ...change, currentPassword: NEW } }),
    ).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  })
})
