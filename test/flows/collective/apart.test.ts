import { expect, test } from 'vitest'
import { deleteDraft } from '#sandbox/fiken/drafts'
import { createRecord } from '#sandbox/servicem8/records'
import { changeJob } from '#sandbox/servicem8/workshop'
import { chooseCollective } from '#shared/contracts/collective'
import { acceptTransfer, retryTransfer, updateDraft } from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import {
  BY_HAND,
  completeSet,
  collectiveCustomer,
  headingsOf,
  jobsOf,
  makeDrafts,
  numbersOf,
  onDrafts,
  rowsThat,
  type JobForSet,
  type CollectiveCustomer,
} from '../../support/people/collective-customer.ts'
import { startTimedWorld } from '../../support/people/person.ts'
import { rateOf } from '../../support/people/plumber.ts'
import { TEN_MINUTES_MS } from '../../support/people/unanswered.ts'
import { until } from '../../support/wait.ts'
import { transfersOf } from '../../support/people/tenants.ts'

const world = await startTimedWorld({ byDay: true })

interface Drafted {
  customer: CollectiveCustomer
  rows: [Transfer, Transfer]
}

const ofOrder = (number: string, more: JobForSet = {}): JobForSet => ({
  ...more,
  fields: { purchase_order_number: number },
})

async function drafted(
  name: string,
  jobs: [JobForSet, JobForSet],
  byPurchaseOrder: boolean,
): Promise<Drafted> {
  const customer = await collectiveCustomer(world, name, { byPurchaseOrder })
  const [one, other] = await makeDrafts(customer, await completeSet(customer, jobs))
  expect(headingsOf(customer)).toHaveLength(1)
  return { customer, rows: [one!, other!] }
}

function changeQuietly({ customer, rows }: Drafted, fields: Record<string, string>): void {
  const { settings } = world.vendors
  settings.servicem8.webhooks = 'drop'
  changeJob(world.vendors, customer.tenant.account, rows[1].servicem8JobId, fields)
  settings.servicem8.webhooks = 'normal'
}

const update = ({ customer, rows }: Drafted) =>
  customer.visitor.call(updateDraft, { params: { id: rows[0].id } })

/** Checks that both rows failed with this reason and that the draft in Fiken is unchanged. */
async function stopped({ customer, rows }: Drafted, why: string): Promise<void> {
  const [draft] = customer.tenant.company.drafts
  const [one, other] = await rowsThat(
    customer,
    jobsOf(rows),
    'to be stopped',
    ({ errorCode }) => errorCode === 'draft_apart',
  )
  const message = `Jobbene på samlefakturaen ${why}. Slett utkastet i Fiken og trykk «Prøv igjen», så deles de på nytt.`
  expect([one?.errorMessage, other?.errorMessage]).toEqual([message, message])
  expect(headingsOf(customer)).toEqual([numbersOf(rows)])
  expect(customer.tenant.company.drafts).toEqual([draft])
  const params = { id: rows[0].id }
  // Neither row has a document that the user could accept.
  expect(await customer.visitor.tryCall(acceptTransfer, { params })).toMatchObject({ status: 409 })
}

const pressAgain = ({ customer, rows }: Drafted) =>
  customer.visitor.call(retryTransfer, { params: { id: rows[0].id }, body: {} })

/** Presses "Prøv igjen" before and after the draft's deletion; waits for a draft of each job. */
async function divided(it: Drafted): Promise<void> {
  const { customer, rows } = it
  const { company } = customer.tenant
  // Pressed before the draft is deleted, the button leads to the same error.
  await pressAgain(it)
  await rowsThat(
    customer,
    jobsOf(rows),
    'to be stopped again',
    ({ errorCode, retryCount }) => errorCode === 'draft_apart' && retryCount === 1,
  )
  deleteDraft(world.vendors, company, company.drafts[0]!)
  await pressAgain(it)
  await until('both jobs to have a draft of their own', async () => {
    world.advance(TEN_MINUTES_MS)
    const all = await transfersOf(customer)
    return all.every(({ status }) => status === 'completed') && company.drafts.length === 2
  })
  await onDrafts(customer, jobsOf(rows))
  const [one, other] = numbersOf(rows)
  expect(headingsOf(customer).toSorted()).toEqual([[one], [other]].toSorted())
}

test('another order number, where the customer wants them apart: the draft is not written over', async () => {
  const it = await drafted('Ny bestilling AS', [ofOrder('A-1'), ofOrder('A-1')], true)
  changeQuietly(it, { purchase_order_number: 'B-2' })
  await update(it)
  await stopped(it, 'har ikke lenger samme bestillingsnummer')
  await divided(it)
  const orders = it.customer.tenant.company.drafts.map(({ orderReference }) => orderReference)
  expect(orders.toSorted()).toEqual(['A-1', 'B-2'])
})

test('the same new order number on both is written on the draft', async () => {
  const it = await drafted('Samme bestilling AS', [ofOrder('A-1'), ofOrder('B-2')], false)
  changeQuietly(it, { purchase_order_number: 'A-1' })
  await update(it)
  const draft = await until('the draft to have an order number', () =>
    it.customer.tenant.company.drafts.find(({ orderReference }) => orderReference === 'A-1'),
  )
  await onDrafts(it.customer, jobsOf(it.rows))
  expect(it.customer.tenant.company.drafts).toEqual([draft])
})

test('a draft with several order numbers stays one, though the customer wants them apart from now on', async () => {
  const it = await drafted('Flere bestillinger AS', [ofOrder('A-1'), ofOrder('B-2')], false)
  const { visitor, client } = it.customer
  await visitor.call(chooseCollective, {
    params: { clientUuid: client },
    body: { time: BY_HAND, byPurchaseOrder: true },
  })
  changeQuietly(it, { purchase_order_number: 'C-3' })
  await update(it)
  await until('the draft to be written', () =>
    it.customer.tenant.company.drafts.some(({ lines }) =>
      lines.some(({ description }) => description?.includes('Bestilling: C-3.')),
    ),
  )
  await onDrafts(it.customer, jobsOf(it.rows))
  expect(headingsOf(it.customer)).toEqual([numbersOf(it.rows)])
})

test('more lines than there is room for: nothing is written, and the jobs are divided when the draft is deleted', async () => {
  const prices = Array.from({ length: 99 }, () => '10.0000')
  const it = await drafted(
    'Mange linjer AS',
    [ofOrder('A-1', { prices }), ofOrder('B-2', { prices })],
    false,
  )
  const { account } = it.customer.tenant
  const { settings } = world.vendors
  settings.servicem8.webhooks = 'drop'
  createRecord(world.vendors, account, 'jobmaterial', {
    job_uuid: it.rows[1].servicem8JobId,
    name: 'Én til',
    quantity: '1',
    price: '10.0000',
    displayed_amount: '10.0000',
    displayed_amount_is_tax_inclusive: '0',
    tax_rate_uuid: rateOf(account, 25),
    sort_order: '999',
  })
  settings.servicem8.webhooks = 'normal'
  await update(it)
  await stopped(it, 'har nå flere linjer enn ett utkast kan ha')
  await divided(it)
})
