import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { NewFault } from '#sandbox/http/faults'
import { rowsOf } from '#server/platform/database/database'
import {
  readCustomersState,
  readDecisions,
  undoCustomer,
  undoDecision,
  writeCustomerAgain,
  type Customer,
} from '#shared/contracts/customers'
import { chooseRecipient, readRecipient } from '#shared/contracts/transfers/actions'
import { fieldsOf, startCustomerScreen } from '../../support/people/customer-screen.ts'
import { atRest, completeNewJob, draftOf } from '../../support/people/plumber.ts'
import { until } from '../../support/wait.ts'
import { consent, signUp } from '../../support/world/world.ts'

/** Tests that the recipient of a customer's invoices is also written to ServiceM8. */

const { plumber, named, inServicem8, edited, save, saved, fault, written } =
  await startCustomerScreen()

test('a saved address is written to ServiceM8 as free text, and is who the next invoice is for', async () => {
  const customer = await named('Ola Hansen')
  const answer = await saved(customer, {
    billing_company_name: 'Hansen Eiendom AS',
    billing_address: 'Strandgaten 9',
    billing_postal_code: '5013',
    billing_city: 'Bergen',
    billing_organization_number: '940 155 223',
  })
  expect(answer.message).toBe('Fakturaadressen er lagret her og i ServiceM8.')
  expect(answer.customer).toMatchObject({
    billing_company_name: 'Hansen Eiendom AS',
    saved: { servicem8: 'written' },
  })
  expect(inServicem8(customer)).toBe('Hansen Eiendom AS\nStrandgaten 9\n5013 Bergen')
  const job = completeNewJob(plumber, { client: 'Ola Hansen' })
  const row = await atRest(plumber, job)
  expect(row).toMatchObject({ status: 'completed', customerName: 'Hansen Eiendom AS' })
  const [kept] = await rowsOf<{ servicem8_id: string; fiken_contact_id: string }>(
    plumber.world.product.platform.db,
    sql`select c.servicem8_id, c.fiken_contact_id from customers c join transfers t on t.customer_id = c.id
        where t.id = ${row.id}`,
  )
  expect(kept).toEqual({
    servicem8_id: customer.uuid,
    fiken_contact_id: String(draftOf(plumber, row).customerId),
  })
  expect(plumber.company.contacts.find(({ name }) => name === 'Hansen Eiendom AS')).toMatchObject({
    organizationNumber: '940155223',
  })
})

test('a saved address is not used for a job that names somebody else, until a person has chosen', async () => {
  const customer = await named('Fjellsiden Tannlegesenter AS')
  await saved(customer, { billing_company_name: 'Fjellsiden Drift AS' })
  const job = completeNewJob(plumber, {
    client: customer.company_name,
    billingAddress: 'Vestkanten Eiendom AS\nLoddefjordveien 2\n5171 Loddefjord',
  })
  const row = await atRest(plumber, job)
  expect(row).toMatchObject({ status: 'pending', pendingReason: 'ambiguous_customer' })
  expect(row.errorMessage).toContain(
    'Jobben sier at fakturaen skal til «Vestkanten Eiendom AS», men «Fjellsiden Drift AS» er lagret',
  )
  expect(await named(customer.company_name)).toMatchObject({ waiting: 1, waiting_transfer: row.id })
  const choice = await plumber.person.call(readRecipient, { params: { id: row.id } })
  const chosen = choice.candidates.find(({ name }) => name === 'Vestkanten Eiendom AS')
  await plumber.person.call(chooseRecipient, {
    params: { id: row.id },
    body: { contactId: chosen?.contactId ?? null },
  })
  expect(await atRest(plumber, job, row.updatedAt)).toMatchObject({
    status: 'completed',
    customerName: 'Vestkanten Eiendom AS',
  })
  const decision = {
    clientUuid: customer.uuid,
    clientName: customer.company_name,
    recipientName: 'Vestkanten Eiendom AS',
    contactName: 'Vestkanten Eiendom AS',
    foundBy: 'person',
  }
  const decisions = await plumber.person.call(readDecisions)
  expect(decisions[0]).toMatchObject(decision)
  // The choice is remembered, so the next such job does not ask.
  const next = completeNewJob(plumber, {
    client: customer.company_name,
    billingAddress: 'Vestkanten Eiendom AS\nLoddefjordveien 2\n5171 Loddefjord',
  })
  expect(await atRest(plumber, next)).toMatchObject({ status: 'completed' })
  // Once the decision is undone, the next job asks again.
  const { clientUuid, recipientKey } = decisions[0]!
  const stranger = await signUp(plumber.world)
  const body = { clientUuid, recipientKey }
  expect(await stranger.call(readDecisions)).toEqual([])
  expect((await stranger.tryCall(undoDecision, { body })).status).toBe(404)
  await plumber.person.call(undoDecision, { body })
  expect((await plumber.person.tryCall(undoDecision, { body })).status).toBe(404)
  const third = completeNewJob(plumber, {
    client: customer.company_name,
    billingAddress: 'Vestkanten Eiendom AS\nLoddefjordveien 2\n5171 Loddefjord',
  })
  expect(await atRest(plumber, third)).toMatchObject({ pendingReason: 'ambiguous_customer' })
})

test('a saved address is taken back in both places', async () => {
  const customer = await named('Jan Olsen')
  const before = inServicem8(customer)
  const { undo } = await saved(customer, { billing_company_name: 'Olsen AS' })
  expect(inServicem8(customer)).not.toBe(before)
  const undone = await plumber.person.call(undoCustomer, {
    params: { uuid: customer.uuid },
    body: { undo: undo ?? '' },
  })
  expect(inServicem8(customer)).toBe(before)
  expect(undone.customer).toMatchObject({ ...fieldsOf(customer), saved: null })
  const again = await plumber.person.tryCall(undoCustomer, {
    params: { uuid: customer.uuid },
    body: { undo: undo ?? '' },
  })
  expect(again.status).toBe(409)
})

test('a saved address of a site is saved for its head office', async () => {
  const site = await named('Grieg avd. Sandviken')
  const head = await named('Grieg & Sønner Eiendomsforvaltning AS')
  const { customer } = await saved(site, { billing_address: 'Hovedgaten 1' })
  expect(customer).toMatchObject({ uuid: head.uuid, billing_address: 'Hovedgaten 1' })
  expect(inServicem8(head)).toContain('Hovedgaten 1')
  expect(await named('Grieg avd. Minde')).toMatchObject({ billing_address: 'Hovedgaten 1' })
})

test('a saved address is not saved over what somebody has changed in ServiceM8 meanwhile', async () => {
  const customer = await named('Bjørg Ødegård')
  edited(customer, { billing_address: 'Ødegård AS\nNygaten 2\n5017 Bergen' })
  const refused = await save(customer, { billing_address: 'Min egen gate 1' })
  expect(refused.status).toBe(409)
  const body = refused.body as unknown as { code: string; customer: Customer; theirs: unknown }
  expect(body.code).toBe('changed_elsewhere')
  expect(body.theirs).toMatchObject({
    billing_company_name: 'Ødegård AS',
    billing_address: 'Nygaten 2',
  })
  expect(inServicem8(customer)).toContain('Ødegård AS')
  // After seeing both versions, the user keeps their own.
  const { customer: now } = await saved(
    { ...fieldsOf(customer), ...body.customer, ...fieldsOf(customer) },
    { billing_address: 'Min egen gate 1' },
  )
  expect(now.saved?.servicem8).toBe('written')
  expect(inServicem8(customer)).toContain('Min egen gate 1')
})

test.each<[string, NewFault]>([
  ['answers 500', { kind: 'status', status: 500 }],
  ['is busy', { kind: 'status', status: 429, retryAfter: 1 }],
  ['cuts the connection', { kind: 'reset' }],
  ['answers nonsense', { kind: 'html' }],
])('a saved address waits for ServiceM8 when that %s, and gets there', async (_what, rule) => {
  const customer = await named('Åse Sæther')
  const street = `Testgata ${1 + Math.floor(Math.random() * 9_000)}`
  const mend = fault({ ...rule, path: '/company' })
  const answer = await saved(customer, { billing_address: street })
  expect(answer.customer).toMatchObject({
    billing_address: street,
    saved: { servicem8: 'waiting' },
  })
  expect(answer.message).toContain('så snart det går')
  mend()
  await written(customer)
  expect(inServicem8(customer)).toContain(street)
})

test('a saved address is written once more when the answer to the first attempt is lost', async () => {
  const customer = await named('Mohammed Ali')
  fault({ kind: 'lost', method: 'POST', path: '/company', count: 1 })
  await saved(customer, { billing_address: 'Tapt vei 3' })
  await written(customer)
  expect(inServicem8(customer)).toContain('Tapt vei 3')
})

test('a saved address that waits is not written over somebody’s later change, until a person has chosen', async () => {
  const customer = await named('Kari Nordmann')
  const mend = fault({ kind: 'status', status: 503, path: '/company' })
  await saved(customer, { billing_address: 'Ventegata 4' })
  edited(customer, { billing_address: 'Kari Nordmann\nHerregata 5\n5018 Bergen' })
  mend()
  await until('the change to be noticed', async () => {
    const now = await named('Kari Nordmann')
    return now.saved?.servicem8 === 'changed'
  })
  const now = await named('Kari Nordmann')
  expect(now.saved?.theirs).toMatchObject({ billing_address: 'Herregata 5' })
  expect(inServicem8(customer)).toContain('Herregata 5')
  await saved(now, {})
  expect(inServicem8(customer)).toContain('Ventegata 4')
})

test('a saved address waits for a consent that may write customers, and goes on when it is given', async () => {
  const customer = await named('Laksevåg Kulturhus')
  await plumber.world.product.platform.db.execute(
    `update grants set scope = replace(scope, 'manage_customers', '') where vendor = 'servicem8'`,
  )
  expect(await plumber.person.call(readCustomersState)).toMatchObject({ mayWrite: false })
  const { customer: now, message } = await saved(customer, { billing_address: 'Samtykkeveien 6' })
  expect(now.saved?.servicem8).toBe('consent')
  expect(message).toContain('kobles til på nytt')
  expect(await consent(plumber.person, 'servicem8', plumber.account.uuid)).toContain(
    'result=success',
  )
  await written(customer)
  expect(inServicem8(customer)).toContain('Samtykkeveien 6')
  const again = await plumber.person.call(writeCustomerAgain, { params: { uuid: customer.uuid } })
  expect(again.customer.saved?.servicem8).toBe('written')
})
