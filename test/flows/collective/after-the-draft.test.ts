import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addContact } from '#sandbox/fiken/contacts'
import { deleteDraft, editDraft } from '#sandbox/fiken/drafts'
import { createRecord } from '#sandbox/servicem8/records'
import { changeJob, changeLine, completeJob, payJob } from '#sandbox/servicem8/workshop'
import { localDate } from '#sandbox/world/local-time'
import { clean } from '#server/features/retention/clean'
import { readSession } from '#shared/contracts/auth'
import { saveConfiguration } from '#shared/contracts/configuration'
import {
  chooseRecipient,
  decideProduct,
  readRecipient,
  updateDraft,
} from '#shared/contracts/transfers/actions'
import { readTimeline, type Transfer } from '#shared/contracts/transfers/row'
import { invoiceDraft } from '../../support/people/accountant.ts'
import {
  completeForSet,
  completeSet,
  collectiveCustomer,
  headingsOf,
  makeDrafts,
  numbersOf,
  onDrafts,
  rowsThat,
  jobsOf,
  type CollectiveCustomer,
} from '../../support/people/collective-customer.ts'
import { startTimedWorld } from '../../support/people/person.ts'
import { rateOf } from '../../support/people/plumber.ts'
import { transfersOf } from '../../support/people/tenants.ts'
import { TEN_MINUTES_MS } from '../../support/people/unanswered.ts'
import { until } from '../../support/wait.ts'

const world = await startTimedWorld({ byDay: true })

const statuses = (rows: readonly Transfer[]) => rows.map(({ status }) => status)

interface Drafted {
  customer: CollectiveCustomer
  rows: [Transfer, Transfer]
}

async function drafted(
  name: string,
  options?: Parameters<typeof collectiveCustomer>[2],
): Promise<Drafted> {
  const customer = await collectiveCustomer(world, name, options)
  const [one, other] = await makeDrafts(customer, await completeSet(customer, [{}, {}]))
  return { customer, rows: [one!, other!] }
}

const update = ({ customer, rows }: Drafted) =>
  customer.visitor.tryCall(updateDraft, { params: { id: rows[1].id } })

const now = async ({ customer, rows }: Drafted) => {
  const all = await transfersOf(customer)
  return rows.map(({ id }) => all.find((row) => row.id === id)!)
}

const draftIn = ({ customer: { tenant } }: Drafted) => tenant.company.drafts[0]!

test.for([
  {
    name: 'that was invoiced in Fiken',
    code: 'already_invoiced',
    act: (it: Drafted) => void invoiceDraft(world, it.customer.tenant.company, it.rows[0]),
  },
  {
    name: 'that was deleted in Fiken',
    code: 'draft_deleted',
    act: (it: Drafted) => deleteDraft(world.vendors, it.customer.tenant.company, draftIn(it)),
  },
  {
    name: 'that was changed in Fiken',
    code: 'draft_changed',
    act: (it: Drafted) =>
      editDraft(world.vendors, it.customer.tenant.company, draftIn(it), {
        ourReference: 'Min egen',
      }),
  },
  {
    name: 'with a job that is open again',
    code: 'job_reopened',
    act: (it: Drafted) => changeUnheard(it, { status: 'Work Order' }),
  },
  {
    name: 'with a job that is deleted',
    code: 'job_gone',
    act: (it: Drafted) => changeUnheard(it, { active: 0 }),
  },
])(
  '«Oppdater utkast» of a draft $name is refused at once, and its jobs stay as they were',
  async ({ name, code, act }) => {
    const it = await drafted(`Oppdaterer ${name} AS`)
    act(it)
    expect(await update(it)).toMatchObject({ status: 409, body: { code } })
    expect(statuses(await now(it))).toEqual(['completed', 'completed'])
  },
)

test('«Oppdater utkast» writes what has changed for all jobs also while the integration is off', async () => {
  const it = await drafted('Oppdaterer mens av AS')
  const { visitor, tenant } = it.customer
  const line = Object.values(tenant.account.tables.jobmaterial).find(
    (one) => one.job_uuid === it.rows[0].servicem8JobId,
  )
  changeLine(world.vendors, tenant.account, line?.uuid ?? '', {
    displayed_amount: '2000.0000',
  })
  await visitor.call(saveConfiguration, { body: { isActive: false } })
  expect(await update(it)).toMatchObject({ status: 200 })
  const isDone = ({ status }: Transfer) => status === 'completed'
  const done = await rowsThat(it.customer, jobsOf(it.rows), 'to be written', isDone)
  expect(done.map(({ amount }) => amount)).toEqual([250_000, 125_000])
})

test('«Oppdater utkast» is refused where another company has been chosen since', async () => {
  const it = await drafted('Byttet selskap AS')
  const { id: userId } = await it.customer.visitor.call(readSession)
  await world.product.platform.db.execute(
    sql`update configurations set fiken_company_slug = 'et-annet-as' where user_id = ${userId}`,
  )
  expect(await update(it)).toMatchObject({ status: 409, body: { code: 'other_company' } })
  expect(statuses(await now(it))).toEqual(['completed', 'completed'])
})

test('a question about a product on one of the jobs is answered on any of them', async () => {
  const it = await drafted('Spør om vare AS', { configuration: { autoCreateProducts: true } })
  const { customer, rows } = it
  const { account } = customer.tenant
  for (const [index, { servicem8JobId }] of rows.entries()) {
    const material = createRecord(world.vendors, account, 'material', {
      item_number: `NY-${index}`,
      name: `Ny vare ${index}`,
      price: '100.0000',
      tax_rate_uuid: rateOf(account, 25),
    })
    createRecord(world.vendors, account, 'jobmaterial', {
      job_uuid: servicem8JobId,
      material_uuid: material,
      name: `Ny vare ${index}`,
      quantity: '1',
      price: '100.0000',
      displayed_amount: '100.0000',
      displayed_amount_is_tax_inclusive: '0',
      tax_rate_uuid: rateOf(account, 25),
      sort_order: '9',
    })
  }
  const silent = world.vendors.faults.add({
    vendor: 'fiken',
    kind: 'status',
    status: 500,
    method: 'POST',
    path: '/products$',
    who: customer.tenant.user.email,
  })
  await update(it)
  await rowsThat(
    customer,
    jobsOf(rows),
    'to be looked into',
    ({ errorCode }) => errorCode === 'checking',
  )
  world.vendors.faults.remove(silent.id)
  world.advance(TEN_MINUTES_MS)
  const asking = await rowsThat(
    customer,
    jobsOf(rows),
    'to ask',
    ({ status, errorCode }) => status === 'failed' && errorCode === 'product_missing',
  )
  const [number] = numbersOf(rows)
  expect(asking.map(({ errorMessage }) => errorMessage?.includes(number ?? ''))).toEqual([
    true,
    true,
  ])
  // The user decides on the row of the other job, whose product is not missing.
  await customer.visitor.call(decideProduct, {
    params: { id: rows[1].id },
    body: { decision: 'create' },
  })
  const done = await onDrafts(customer, jobsOf(rows))
  expect(done.map(({ amount }) => amount)).toEqual([137_500, 137_500])
  expect(headingsOf(customer)).toEqual([numbersOf(rows)])
})

test('jobs that share a draft start together, though a client’s answer concerns one of them', async () => {
  const it = await drafted('Flytter jobb AS')
  const { customer, rows } = it
  const { account, company } = customer.tenant
  const name = 'Nabogården Sameie'
  const address = 'Nyveien 7\n5700 Voss'
  const client = createRecord(world.vendors, account, 'company', {
    name,
    address,
    billing_address: address,
  })
  const date = localDate(world.vendors.now())
  for (const email of ['post@nabo.test', 'styret@nabo.test'])
    addContact(world.vendors, company, { name, email, customer: true }, date)
  const moved = { company_uuid: client, job_address: address, billing_address: address }
  changeJob(world.vendors, account, rows[1].servicem8JobId, moved)
  await update(it)
  const isAsking = ({ pendingReason }: Transfer) => pendingReason === 'ambiguous_customer'
  await rowsThat(customer, jobsOf(rows), 'to ask', isAsking)
  const alone = completeForSet(customer, { fields: moved })
  const [third] = await rowsThat(customer, [alone], 'to ask', isAsking)

  const params = { id: third?.id ?? '' }
  const { candidates } = await customer.visitor.call(readRecipient, { params })
  const contactId = candidates.find((one) => one.name === name)?.contactId ?? null
  const { message } = await customer.visitor.call(chooseRecipient, {
    params,
    body: { contactId, always: true },
  })
  expect(message).toContain('3 jobber er satt i kø')
  await onDrafts(customer, [alone])
  const stopped = await rowsThat(
    customer,
    jobsOf(rows),
    'to be stopped',
    ({ status }) => status === 'failed',
  )
  expect(stopped.map(({ errorCode }) => errorCode)).toEqual(['draft_apart', 'draft_apart'])
})

const isStopped = ({ status, errorCode }: Transfer) =>
  status === 'failed' && errorCode === 'job_reopened'

function changeUnheard({ customer, rows }: Drafted, change: Parameters<typeof changeJob>[3]): void {
  const { settings } = world.vendors
  settings.servicem8.webhooks = 'drop'
  changeJob(world.vendors, customer.tenant.account, rows[0].servicem8JobId, change)
  settings.servicem8.webhooks = 'normal'
}

/** Lets the draft's update wait and then find the first job reopened; returns the failed rows. */
async function reopened(it: Drafted): Promise<Transfer[]> {
  const { customer, rows } = it
  const { faults } = world.vendors
  const down = faults.add({
    vendor: 'servicem8',
    kind: 'status',
    status: 500,
    path: '/jobmaterial.json$',
  })
  expect(await update(it)).toMatchObject({ status: 200 })
  await rowsThat(
    customer,
    jobsOf(rows),
    'to wait for ServiceM8',
    ({ nextAttemptAt }) => nextAttemptAt !== null,
  )
  changeUnheard(it, { status: 'Work Order' })
  world.advance(TEN_MINUTES_MS)
  const stopped = await rowsThat(customer, jobsOf(rows), 'to be stopped', isStopped)
  // An attempt in progress might have read the job before the change.
  faults.remove(down.id)
  return stopped
}

/** Rereads the second job, and checks that both rows still have the same error. */
async function lookAtOther(it: Drafted, before: Transfer | undefined): Promise<void> {
  world.sandbox.webhooks.again(it.customer.tenant.account.uuid, it.rows[1].servicem8JobId, 1)
  await until('the other job to have been looked at', async () => {
    const [, after] = await now(it)
    return after!.updatedAt > before!.updatedAt
  })
  expect((await now(it)).map(isStopped)).toEqual([true, true])
}

test('a draft that waits for one of its jobs is not run again by a look at another one', async () => {
  const it = await drafted('Gjenåpnet AS')
  const { customer, rows } = it
  const { account } = customer.tenant
  const [, before] = await reopened(it)
  const steps = async ({ id }: Transfer) => {
    const entries = await customer.visitor.call(readTimeline, { params: { id } })
    return entries.filter(({ kind }) => kind === 'step').map(({ text }) => text)
  }
  const told = await steps(rows[1])

  await lookAtOther(it, before)
  expect(await steps(rows[1])).toEqual(told)

  completeJob(world.vendors, account, rows[0].servicem8JobId)
  await onDrafts(customer, jobsOf(rows))
  expect(headingsOf(customer)).toEqual([numbersOf(rows)])
})

test('what a draft does not wait for, such as a payment of another of its jobs, does not hold it', async () => {
  const customer = await collectiveCustomer(world, 'Betalt imens AS', {
    configuration: { jobFetchType: 'awaiting_payment' },
  })
  const { account } = customer.tenant
  const approved = { fields: { ready_to_invoice: '1' } }
  const [one, other] = await makeDrafts(customer, await completeSet(customer, [approved, approved]))
  const it: Drafted = { customer, rows: [one!, other!] }
  const [, before] = await reopened(it)
  const { settings } = world.vendors
  settings.servicem8.webhooks = 'drop'
  payJob(world.vendors, account, it.rows[1].servicem8JobId)
  settings.servicem8.webhooks = 'normal'
  await lookAtOther(it, before)
  completeJob(world.vendors, account, it.rows[0].servicem8JobId)
  await onDrafts(customer, jobsOf(it.rows))
  expect(headingsOf(customer)).toEqual([numbersOf(it.rows)])
})

test('after five years the jobs of one draft are deleted together', async () => {
  const it = await drafted('Gammelt AS')
  const { customer, rows } = it
  const { platform } = world.product
  const long = '2015-01-01T12:00:00Z'
  const age = ({ id }: Transfer) =>
    platform.db.execute(
      sql`update transfers set created_at = ${long}::timestamptz where id = ${id}`,
    )
  const left = async () => (await transfersOf(customer)).length
  await age(rows[0])
  await clean(platform)
  expect(await left()).toBe(2)
  await age(rows[1])
  await clean(platform)
  expect(await left()).toBe(0)
})
