import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizationNumber } from '#shared/norwegian'
import { ODD_UNITS } from '../seed/register-oddities.ts'
import { startSandbox, type Sandbox } from '../start.ts'

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox({})
})
afterAll(() => sandbox.close())

async function get(path: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${sandbox.env['BRREG_API_URL']}${path}`)
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? '' : JSON.parse(text) }
}

test('every seeded number has a right check digit', () => {
  for (const number of Object.values(ODD_UNITS)) expect(organizationNumber(number)).toBe(number)
  expect(new Set(sandbox.world.state.register.map((unit) => unit.organisasjonsnummer)).size).toBe(
    sandbox.world.state.register.length,
  )
})

test('a deleted unit is answered 200 with its name and when it was deleted, and nothing else', async () => {
  const { status, body } = await get(`/enheter/${ODD_UNITS.deleted}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ respons_klasse: 'SlettetEnhet', slettedato: '2024-03-12' })
  expect(Object.keys(body as object).toSorted()).toEqual([
    '_links',
    'navn',
    'organisasjonsform',
    'organisasjonsnummer',
    'respons_klasse',
    'slettedato',
  ])
  expect(await get(`/underenheter/${ODD_UNITS.closedBranch}`)).toMatchObject({
    status: 200,
    body: { respons_klasse: 'SlettetUnderEnhet', slettedato: '2025-01-31' },
  })
})

test('a unit that the law has removed is answered 410 with its number and a date', async () => {
  expect(await get(`/enheter/${ODD_UNITS.removed}`)).toEqual({
    status: 410,
    body: {
      organisasjonsnummer: ODD_UNITS.removed,
      slettedato: '2023-08-21',
      _links: expect.any(Object) as object,
    },
  })
})

test('branches and main units are not found among each other', async () => {
  expect((await get(`/enheter/${ODD_UNITS.branch}`)).status).toBe(404)
  expect((await get(`/underenheter/${ODD_UNITS.chain}`)).status).toBe(404)
  expect(await get(`/underenheter/${ODD_UNITS.branch}`)).toMatchObject({
    status: 200,
    body: { overordnetEnhet: ODD_UNITS.chain, beliggenhetsadresse: { poststed: 'ULSET' } },
  })
  expect(await get('/underenheter?navn=fjordkjøp')).toMatchObject({
    body: { _embedded: { underenheter: [{ respons_klasse: 'Underenhet' }] } },
  })
})

test('lists are pages without deleted units, and without a list when nothing is found', async () => {
  const { body } = await get('/enheter?navn=rør&size=1')
  expect(body).toMatchObject({
    _embedded: { enheter: [{ navn: 'FJORDVIK RØR AS' }] },
    page: { size: 1, totalElements: 1, totalPages: 1, number: 0 },
  })
  expect((await get('/enheter?navn=gamle+nordnes')).body).toEqual({
    _links: expect.any(Object) as object,
    page: { size: 20, totalElements: 0, totalPages: 0, number: 0 },
  })
  expect(
    await get(`/enheter?organisasjonsnummer=${ODD_UNITS.bankrupt},${ODD_UNITS.foreign}`),
  ).toMatchObject({ body: { page: { totalElements: 2 } } })
})

test.each([
  '/enheter/12345',
  `/enheter?navn=${'x'.repeat(181)}`,
  '/enheter?size=-1',
  '/enheter?size=100&page=100',
])('%s is refused with what is wrong', async (path) => {
  expect(await get(path)).toMatchObject({
    status: 400,
    body: { feilmelding: 'Feilaktig forespørsel', antallFeil: 1, valideringsfeil: [{}] },
  })
})
