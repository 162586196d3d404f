import { afterEach, beforeEach, expect, test } from 'vitest'
import { book } from '../fiken/invoicing.ts'
import { seededUuid } from '../seed/put.ts'
import { PLUMBER } from '../seed/plumber.ts'
import { startSandbox, type Sandbox } from '../start.ts'
import { plumbersBooks } from '../testing.ts'

let sandbox: Sandbox

beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

function submit(
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${sandbox.webUrl}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
    redirect: 'manual',
  })
}

test('every page opens', async () => {
  const job = seededUuid(PLUMBER, 'job', 'klar: bereder')
  for (const path of ['/', `/jobb/${job}`, '/fiken', '/postkasse', '/feil', '/om']) {
    const answer = await fetch(`${sandbox.webUrl}${path}`)
    expect([path, answer.status]).toEqual([path, 200])
    expect(await answer.text()).toContain('<html lang="nb">')
  }
})

test('a person completes a job and changes a price', async () => {
  const uuid = seededUuid(PLUMBER, 'job', 'klar: bereder')
  const account = Object.values(sandbox.world.state.servicem8.accounts)[0]
  expect((await submit(`/jobb/${uuid}/fullfor`, {})).status).toBe(303)
  expect(account?.tables.job[uuid]?.status).toBe('Completed')
  const line = seededUuid(PLUMBER, 'jobmaterial', 'klar: bereder:1')
  await submit(`/linje/${line}`, { antall: '2', pris: '1 000,50' })
  expect(account?.tables.jobmaterial[line]).toMatchObject({
    quantity: '2.0000',
    displayed_amount: '1000.5000',
  })
  const refused = await submit(`/linje/${line}`, { antall: 'to', pris: '1' })
  expect(decodeURIComponent(refused.headers.get('location') ?? '')).toContain(
    '«to» er ikke et tall',
  )
})

test('a client’s name cannot become markup', async () => {
  const uuid = seededUuid(PLUMBER, 'job', 'klar: bereder')
  await submit(`/jobb/${uuid}/endre`, {
    beskrivelse: '<script>x</script>',
    po: '"><b>',
    adresse: 'A',
    status: 'Work Order',
  })
  const shown = await (await fetch(`${sandbox.webUrl}/jobb/${uuid}`)).text()
  expect(shown).not.toContain('<script>x')
  expect(shown).toContain('&quot;&gt;&lt;b&gt;')
})

test('an invoice is paid in part and in full, and a payment is reversed', async () => {
  const { world } = sandbox
  const company = plumbersBooks(world)
  const [contact] = company.contacts
  if (!contact) throw new Error('no contact')
  const day = new Date(world.now()).toISOString().slice(0, 10)
  const priced = {
    description: 'Arbeid',
    quantity: 1,
    unitPrice: 100_000,
    vatType: 'HIGH',
    incomeAccount: '3020',
  }
  const line = { ...priced, invoiceishDraftLineId: 1, lastModifiedDate: day }
  const booking = {
    issueDate: day,
    dueDate: day,
    cash: false,
    customerId: contact.contactId,
    currency: 'NOK',
    today: day,
  }
  const { invoiceId, saleId } = book(world, company, [line], booking)
  const shown = async () =>
    (
      await (await fetch(`${sandbox.webUrl}/foretak/${company.slug}/handel/salg/${saleId}`)).text()
    ).replaceAll(/\s+/g, ' ')
  await submit(`/faktura/${invoiceId}/betal`, { belop: '250,00' })
  expect(await shown()).toContain('Betalt 250,00')
  const refused = await submit(`/faktura/${invoiceId}/betal`, { belop: 'litt' })
  expect(decodeURIComponent(refused.headers.get('location') ?? '')).toContain('Skriv et beløp')
  await submit(`/faktura/${invoiceId}/betal`, { belop: '' })
  expect(await shown()).toContain('Oppgjort')
  await submit(`/faktura/${invoiceId}/angre-betaling`, {})
  expect(await shown()).toContain('Betalt 250,00')
})

test('a fault that is switched on takes effect, and is switched off again', async () => {
  await submit('/feil/ferdig/brreg', {})
  const lookUp = async (): Promise<number> =>
    (await fetch(`${sandbox.env['BRREG_API_URL']}/enheter/959910073`)).status
  expect(await lookUp()).toBe(503)
  await submit('/feil/av', {})
  expect(await lookUp()).toBe(200)
})

test("another site's page cannot press the buttons", async () => {
  const answer = await submit('/feil/ferdig/nede', {}, { 'sec-fetch-site': 'cross-site' })
  expect(answer.status).toBe(403)
  expect(sandbox.world.faults.rules).toEqual([])
})
