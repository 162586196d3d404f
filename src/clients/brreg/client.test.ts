import { expect, test } from 'vitest'
import { handClock, json, vendorStub } from '#test/support/vendor-stub'
import { createBrreg } from './client.ts'

const bakery = {
  organisasjonsnummer: '999888777',
  navn: 'BAKERIET AS',
  organisasjonsform: { kode: 'AS', beskrivelse: 'Aksjeselskap' },
  forretningsadresse: { adresse: ['Storgata 5', 'H0201'], postnummer: '0155', poststed: 'OSLO', land: 'Norge', landkode: 'NO' },
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
    ended: false,
  })
  expect(stub.seen[0]?.path).toBe('/enhetsregisteret/api/enheter/999888777')
  expect(stub.seen[0]?.headers.authorization).toBeUndefined()
})

test('a number that is a branch is found there, and one that is nothing is nothing', async () => {
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

test('a search answers what fits, or nothing', async () => {
  await using stub = await vendorStub((request, response) =>
    json(
      response,
      request.query.get('navn') === 'bakeri' ? { _embedded: { enheter: [bakery, { ...bakery, konkurs: true }] } } : { page: {} },
    ),
  )
  const client = clientOf(stub.url)
  expect((await client.search(' bakeri ', { limit: 5 })).map((one) => one.ended)).toEqual([false, true])
  expect(Object.fromEntries(stub.seen[0]?.query ?? [])).toEqual({ navn: 'bakeri', size: '5' })
  expect(await client.search('ukjent')).toEqual([])
  expect(await client.search('b')).toEqual([])
})

test('a register that is down is an outage, not "not found"', async () => {
  await using stub = await vendorStub((_request, response) => json(response, {}, 503))
  await expect(clientOf(stub.url).lookup('999888777')).rejects.toMatchObject({ kind: 'unavailable', vendor: 'brreg' })
})
