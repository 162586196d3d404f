import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { CLIENTS } from '#sandbox/seed/clients'
import { ODD_UNITS } from '#sandbox/seed/register-oddities'
import { REGISTER_FAILS } from '#sandbox/sentinels'
import { findOrganizations, findOwnOrganization, findPlace } from '#shared/contracts/organizations'
import { startTimedWorld } from '../../support/people/person.ts'
import { LONGEST_WAIT_MS, until } from '../../support/wait.ts'
import { SHORT_WAITS } from '../../support/world/limiters.ts'
import { signUp } from '../../support/world/world.ts'

const { vendorTimeoutMs } = SHORT_WAITS
const world = await startTimedWorld({ overrides: { vendorTimeoutMs } })
const person = await signUp(world)
beforeEach(() => {
  // Clears the cache, which keeps the register's responses for five minutes.
  world.advance(10 * 60_000)
})

const look = (query: string) => person.tryCall(findOrganizations, { query: { query } })
const found = async (query: string) =>
  (await person.call(findOrganizations, { query: { query } })).organizations
const asked = () => world.vendors.ledger.entries.filter(({ vendor }) => vendor === 'brreg').length

const BAKERY = CLIENTS.find(({ name }) => name === 'Nordnes Bakeri AS')?.organizationNumber ?? ''

describe('by number', () => {
  test('the name and the address come as people write them, whether or not there are spaces', async () => {
    const bakery = {
      organizationNumber: BAKERY,
      name: 'Nordnes Bakeri AS',
      form: 'AS',
      address: { street: 'Nordnesgaten 7', postalCode: '5005', city: 'Bergen', country: 'Norge' },
      vatRegistered: true,
      ended: null,
    }
    const spaced = BAKERY.replace(/\d{3}(?=\d)/g, '$& ')
    for (const query of [BAKERY, spaced, ` NO ${spaced} MVA `])
      expect(await look(query)).toMatchObject({
        status: 200,
        body: { organizations: [bakery], unavailable: null },
      })
  })

  test('letters go to the postal address where there is one, also abroad', async () => {
    expect(await found(ODD_UNITS.chain)).toMatchObject([
      { form: 'ASA', address: { street: 'Postboks 290', postalCode: '4066', city: 'Stavanger' } },
    ])
    expect(await found(ODD_UNITS.foreign)).toMatchObject([
      { form: 'NUF', address: { postalCode: '', city: 'SE-211 20 MALMÖ', country: 'Sverige' } },
    ])
    expect(await found(ODD_UNITS.noAddress)).toMatchObject([{ address: null }])
  })

  test('a branch is found by its own number', async () => {
    expect(await found(ODD_UNITS.branch)).toMatchObject([
      {
        name: 'Fjordkjøp Dagligvare ASA avd Åsane',
        form: 'BEDR',
        address: { street: 'Åsane Senter 16', city: 'Ulset' },
        ended: null,
      },
    ])
  })

  test('associations and sole traders are not registered for VAT', async () => {
    expect(await found(ODD_UNITS.association)).toMatchObject([
      { name: 'IL Snøgg og Glad', form: 'FLI', vatRegistered: false },
    ])
    expect(await found(ODD_UNITS.soleTrader)).toMatchObject([
      {
        name: 'Ole-Jakob Li Snekker og Tømrer',
        form: 'ENK',
        vatRegistered: false,
        address: { city: 'Mo i Rana' },
      },
    ])
  })

  test('a number that nobody has is answered with nothing', async () => {
    expect(await look('974 760 673')).toMatchObject({
      status: 200,
      body: { organizations: [], unavailable: null },
    })
  })

  test('a number with a wrong digit is refused, and the register is not asked', async () => {
    const before = asked()
    expect(await look('974 760 674')).toMatchObject({
      status: 400,
      body: {
        code: 'invalid',
        message: expect.stringContaining(
          '«974 760 674» er ikke et gyldig organisasjonsnummer',
        ) as string,
        fields: { query: expect.any(String) as string },
      },
    })
    expect(asked()).toBe(before)
  })

  test('half a number, or the number of a person, is not sent to the register', async () => {
    const before = asked()
    for (const query of ['97476', '9747 6067', '010199 12345'])
      expect(await look(query)).toMatchObject({ status: 200, body: { organizations: [] } })
    expect(asked()).toBe(before)
  })
})

describe('who has ended is shown with a warning', () => {
  test.each([
    ['bankrupt', 'bankrupt', '2026-05-04', 'Konkurs siden 04.05.2026. '],
    ['windingUp', 'winding_up', '2026-03-17', 'Under avvikling siden 17.03.2026. '],
    ['forced', 'winding_up', '2026-02-10', 'siden 10.02.2026. '],
    ['reconstruction', 'reconstruction', '2026-03-01', 'rekonstruktøren'],
    ['deleted', 'deleted', '2024-03-12', 'Slettet fra Enhetsregisteret 12.03.2024. '],
    ['merged', 'deleted', '2025-11-30', 'fusjon'],
    ['closedBranch', 'deleted', '2025-01-31', 'Slettet fra Enhetsregisteret 31.01.2025. '],
  ] as const)('%s', async (unit, kind, on, words) => {
    const [one] = await found(ODD_UNITS[unit])
    expect(one?.name).not.toBe('')
    expect(one?.ended).toEqual({ kind, on, text: expect.stringContaining(words) as string })
  })

  test('one that the law has removed has no name any more, but its number still warns', async () => {
    expect(await found(ODD_UNITS.removed)).toMatchObject([
      {
        organizationNumber: ODD_UNITS.removed,
        name: '',
        address: null,
        ended: { kind: 'deleted', on: '2023-08-21' },
      },
    ])
  })

  test('a search by name warns too', async () => {
    expect(await found('havbryn')).toMatchObject([{ ended: { kind: 'bankrupt' } }])
  })
})

describe('by name', () => {
  test('parts of the name are enough, in capitals or not', async () => {
    for (const query of ['nordnes bakeri', 'NORDNES', ' bakeri\t nordnes '])
      expect((await found(query)).map(({ name }) => name)).toEqual(['Nordnes Bakeri AS'])
  })

  test('at most ten are shown', async () => {
    expect(await found('as')).toHaveLength(10)
  })

  test('a name that nobody has is answered with nothing', async () => {
    expect(await look('finnes ikke i noe register')).toMatchObject({
      status: 200,
      body: { organizations: [], unavailable: null },
    })
  })

  test('one letter is too little, and 2 000 too many', async () => {
    for (const [query, sentence] of [
      ['', 'Skriv minst to tegn'],
      [' a ', 'Skriv minst to tegn'],
      ['\u0001a\u200b', 'Skriv minst to tegn'],
      ['x'.repeat(2_000), 'Skriv høyst 180 tegn'],
    ] as const)
      expect(await look(query)).toMatchObject({ status: 400, body: { message: sentence } })
    expect((await person.fetch(findOrganizations.path)).status).toBe(400)
    expect((await person.fetch(`${findOrganizations.path}?query=as&query=sa`)).status).toBe(400)
  })

  test('code, wildcards, control characters and emoji are a name like any other', async () => {
    for (const query of [
      '<script>alert(1)</script>',
      '%&navn=*&size=1000',
      "' or 1=1; --",
      'nordnes\u0007\u001b[31m bakeri\r\nX: y',
      '💧💧',
      '../enheter',
      '\u202enordnes',
    ])
      expect(await look(query)).toMatchObject({ status: 200, body: { unavailable: null } })
    expect(await found('nordnes\u0007\u200b bakeri')).toHaveLength(1)
  })

  test('NUL and half of a character are refused', async () => {
    for (const query of ['a%00b', '%ED%A0%BDbakeri'])
      expect((await person.fetch(`${findOrganizations.path}?query=${query}`)).status).toBe(400)
  })
})

describe('when the register does not answer as it should, that is said, and nothing is broken', () => {
  test.each([
    ['an error', { kind: 'status', status: 500 }],
    ['maintenance', { kind: 'status', status: 503, body: 'html' }],
    ['a limit', { kind: 'status', status: 429, retryAfter: 60 }],
    ['garbage', { kind: 'garbage' }],
    ['a web page', { kind: 'html' }],
    ['half an answer', { kind: 'truncate' }],
    ['silence', { kind: 'hang' }],
    ['a cut connection', { kind: 'reset' }],
  ] as const)('%s', async (_what, fault) => {
    world.vendors.faults.add({ vendor: 'brreg', ...fault })
    for (const answer of await Promise.all([look(BAKERY), look('nordnes bakeri')]))
      expect(answer).toMatchObject({
        status: 200,
        body: {
          organizations: [],
          unavailable:
            'Brønnøysundregistrene svarer ikke akkurat nå. Du kan skrive inn opplysningene selv.',
        },
      })
    // The failed lookup was not cached.
    world.vendors.faults.clear()
    expect(await found(BAKERY)).toHaveLength(1)
  })

  test('a single failure is not noticed', async () => {
    world.vendors.faults.add({ vendor: 'brreg', kind: 'status', status: 502, count: 1 })
    expect(await found(BAKERY)).toHaveLength(1)
  })

  test('the number for trying it in the workshop', async () => {
    expect(await look(REGISTER_FAILS)).toMatchObject({
      status: 200,
      body: { organizations: [], unavailable: expect.any(String) as string },
    })
  })
})

describe('the register is asked no more than needed', () => {
  test('the same again within five minutes is answered from memory, for everybody', async () => {
    const other = await signUp(world)
    await found(BAKERY)
    await found('nordnes bakeri')
    const before = asked()
    await found(BAKERY)
    await found('Nordnes  BAKERI')
    expect(
      (await other.call(findOrganizations, { query: { query: BAKERY } })).organizations,
    ).toHaveLength(1)
    expect(asked()).toBe(before)
    world.advance(5 * 60_000)
    await found(BAKERY)
    expect(asked()).toBe(before + 1)
  })
})

test('when nobody waits any longer, the question to the register is dropped', async () => {
  // Longer than the test, so that only the caller's cancellation can end the request.
  const vendorTimeoutMs = 2 * LONGEST_WAIT_MS
  const patient = await startTimedWorld({ overrides: { vendorTimeoutMs } })
  onTestFinished(() => patient.stop())
  const { ledger, faults } = patient.sandbox.world
  const visitor = await signUp(patient)
  faults.add({ vendor: 'brreg', kind: 'hang', count: 1 })
  const left = new AbortController()
  const waiting = visitor.fetch(`${findOrganizations.path}?query=nordnes`, { signal: left.signal })
  const entry = await until('the register to be asked', () =>
    ledger.entries.find(({ vendor }) => vendor === 'brreg'),
  )
  left.abort()
  await expect(waiting).rejects.toThrow()
  await until('the connection to the register to be closed', () => entry.ms > 0)
})

test('who is not logged in gets nothing', async () => {
  const before = asked()
  const answer = await world.visitor().tryCall(findOrganizations, { query: { query: BAKERY } })
  expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  expect(asked()).toBe(before)
})

describe('who registers', () => {
  const visitor = world.visitor()
  const own = async (query: string) =>
    (await visitor.call(findOwnOrganization, { query: { query } })).organizations
  const placeOf = async (postalCode: string) =>
    (await visitor.call(findPlace, { query: { postalCode } })).city

  test('finds their own company by number and by name, without a session', async () => {
    for (const query of [BAKERY, 'nordnes bakeri'])
      expect(await own(query)).toMatchObject([
        { name: 'Nordnes Bakeri AS', address: { postalCode: '5005', city: 'Bergen' } },
      ])
  })

  test('gets the place of a postcode, also of a post box, as people write it', async () => {
    expect(await placeOf('5005')).toBe('Bergen')
    expect(await placeOf('4066')).toBe('Stavanger')
    expect(await placeOf('9999')).toBeNull()
    const before = asked()
    expect(await placeOf('5005')).toBe('Bergen')
    expect(await placeOf('9999')).toBeNull()
    expect(asked()).toBe(before)
    for (const postalCode of ['', '50', '50055', 'abcd', '%&'])
      expect(await visitor.tryCall(findPlace, { query: { postalCode } }), postalCode).toMatchObject(
        { status: 400 },
      )
  })

  test('is told nothing wrong while the register is down', async () => {
    world.vendors.faults.add({ vendor: 'brreg', kind: 'status', status: 500 })
    expect(await placeOf('5003')).toBeNull()
    expect(await visitor.tryCall(findOwnOrganization, { query: { query: BAKERY } })).toMatchObject({
      status: 200,
      body: { organizations: [], unavailable: expect.any(String) as string },
    })
    world.vendors.faults.clear()
    expect(await placeOf('5003')).toBe('Bergen')
  })
})
