import { expect, test } from 'vitest'
import { handClock, json, vendorStub } from '#test/support/vendors/vendor-stub'
import { createBrreg } from './client.ts'

const bakery = {
  organisasjonsnummer: '999888777',
  navn: 'BAKERIET AS',
  organisasjonsform: { kode: 'AS', beskrivelse: 'Aksjeselskap' },
  forretningsadresse: {
    adresse: ['Storgata 5', 'H0201'],
    postnummer: '0155',
    poststed: 'OSLO',
    land: 'Norge',
    landkode: 'NO',
  },
  registrertIMvaregisteret: true,
  konkurs: false,
  underAvvikling: false,
}
const clientOf = (apiUrl: string) => createBrreg({ apiUrl, clock: handClock(), userAgent: 'test' })

test('an organisation is looked up by its number, without any token', async () => {
  await using stub = await vendorStub((_request, response) => json(response, bakery))
  expect(await clientOf(stub.url).lookup('999 888 777')).toEqual({
    organizationNumber: '999888777',
    name: 'BAKERIET AS',
    form: 'AS',
    address: { street: 'Storgata 5, H0201', postalCode: '0155', city: 'OSLO', country: 'Norge' },
    vatRegistered: true,
    ended: null,
  })
  expect(stub.seen[0]?.path).toBe('/enhetsregisteret/api/enheter/999888777')
  expect(stub.seen[0]?.headers.authorization).toBeUndefined()
})

test('a number that is a branch is found there, and an unknown one is not found', async () => {
  await using stub = await vendorStub((request, response) =>
    request.path.endsWith('/underenheter/111222333')
      ? json(response, {
          organisasjonsnummer: '111222333',
          navn: 'FILIAL',
          beliggenhetsadresse: { adresse: [], postnummer: '5003', poststed: 'BERGEN' },
        })
      : json(response, {}, 404),
  )
  const client = clientOf(`${stub.url}/enhetsregisteret/api/`)
  expect(await client.lookup('111222333')).toMatchObject({
    name: 'FILIAL',
    form: '',
    vatRegistered: false,
    address: { street: '', city: 'BERGEN' },
  })
  expect(await client.lookup('444555666')).toBeNull()
  expect(await client.lookup('12345')).toBeNull()
})

test('a search returns the matches, or nothing', async () => {
  await using stub = await vendorStub((request, response) =>
    json(
      response,
      request.query.get('navn') === 'bakeri'
        ? {
            _embedded: { enheter: [bakery, { ...bakery, konkurs: true }, { navn: 'UTEN NUMMER' }] },
          }
        : { page: {} },
    ),
  )
  const client = clientOf(stub.url)
  expect((await client.search(' bakeri ', { limit: 5 })).map((one) => one.ended)).toEqual([
    null,
    { kind: 'bankrupt', on: null },
  ])
  expect(Object.fromEntries(stub.seen[0]?.query ?? [])).toEqual({ navn: 'bakeri', size: '5' })
  expect(await client.search('ukjent')).toEqual([])
  expect(await client.search('b')).toEqual([])
})

test.each([
  [
    'a deleted unit',
    { respons_klasse: 'SlettetEnhet', slettedato: '2024-03-12' },
    'deleted',
    '2024-03-12',
  ],
  ['a deleted unit without a date', { respons_klasse: 'SlettetEnhet' }, 'deleted', null],
  ['a closed branch', { nedleggelsesdato: '2025-01-31' }, 'deleted', '2025-01-31'],
  [
    'a bankrupt one that is also wound up',
    { konkurs: true, konkursdato: '2026-05-04', underAvvikling: true },
    'bankrupt',
    '2026-05-04',
  ],
  [
    'one that a court winds up',
    {
      underTvangsavviklingEllerTvangsopplosning: true,
      tvangsopplostPgaManglendeRevisorDato: '2026-02-10',
      underAvvikling: true,
    },
    'forced_winding_up',
    '2026-02-10',
  ],
  [
    'a foreign one that is insolvent at home',
    { underUtenlandskInsolvensbehandlingDato: '2026-04-21' },
    'foreign_insolvency',
    '2026-04-21',
  ],
  [
    'one that negotiates a reconstruction',
    { underRekonstruksjonsforhandlingDato: '2026-03-01', underAvvikling: true },
    'reconstruction',
    '2026-03-01',
  ],
  [
    'one that winds itself up, with a date that is none',
    { underAvvikling: true, underAvviklingDato: '2026-02-31' },
    'winding_up',
    null,
  ],
])('%s is known as such', async (_what, fields, kind, on) => {
  await using stub = await vendorStub((_request, response) =>
    json(response, { ...bakery, ...fields }),
  )
  expect((await clientOf(stub.url).lookup('999888777'))?.ended).toEqual({ kind, on })
})

test('a unit that was removed from the open data is deleted, and nothing else is known of it', async () => {
  await using stub = await vendorStub((_request, response) =>
    json(response, { organisasjonsnummer: '999888777', slettedato: '2023-08-21' }, 410),
  )
  expect(await clientOf(stub.url).lookup('999888777')).toEqual({
    organizationNumber: '999888777',
    name: '',
    form: '',
    address: null,
    vatRegistered: false,
    ended: { kind: 'deleted', on: '2023-08-21' },
  })
  expect(stub.seen).toHaveLength(1)
})

test('letters go to the postal address, unless nothing is written there', async () => {
  let postadresse: unknown = { adresse: ['Postboks 1'], postnummer: '0101', poststed: 'OSLO' }
  await using stub = await vendorStub((_request, response) =>
    json(response, { ...bakery, postadresse }),
  )
  const client = clientOf(stub.url)
  expect((await client.lookup('999888777'))?.address?.street).toBe('Postboks 1')
  postadresse = { adresse: [' '], land: 'Norge' }
  expect((await client.lookup('999888777'))?.address?.street).toBe('Storgata 5, H0201')
})

test('an answer that is no list of units is an outage, not "nothing found"', async () => {
  let answer: unknown = {}
  await using stub = await vendorStub((_request, response) => json(response, answer))
  const client = clientOf(stub.url)
  await expect(client.search('bakeri')).rejects.toMatchObject({ kind: 'bad_answer' })
  answer = { _embedded: { enheter: [{ navn: 'UTEN NUMMER' }] } }
  await expect(client.search('bakeri')).rejects.toMatchObject({ kind: 'bad_answer' })
})

test('a register that is down is an outage, not "not found"', async () => {
  await using stub = await vendorStub((_request, response) => json(response, {}, 503))
  await expect(clientOf(stub.url).lookup('999888777')).rejects.toMatchObject({
    kind: 'unavailable',
    vendor: 'brreg',
  })
})
