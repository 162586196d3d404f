import { expect, test } from 'vitest'
import { bookDraft } from '#sandbox/fiken/invoicing'
import { createRecord } from '#sandbox/servicem8/records'
import { addJob } from '#sandbox/servicem8/workshop'
import type { StoredDraft, StoredInvoice } from '#sandbox/world/state'
import { clearCompanySelection } from '#shared/contracts/configuration'
import { readSystemStatus } from '#shared/contracts/overview'
import { acceptTransfer, sendAgain } from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import { startBackedUpWorld } from '../support/world/backed-up.ts'
import { readyCustomer, transfersOf, type Customer } from '../support/people/tenants.ts'
import { report } from '../support/report.ts'
import { until } from '../support/wait.ts'
import { SHORT_WAITS } from '../support/world/limiters.ts'
import { consent } from '../support/world/world.ts'

/**
 * Tests a database replaced by a ten-minute-old backup, without the drafts and jobs since. Fiken
 * still has the drafts, whose UUIDs derive from account, company, job and revision.
 */

const SWEEP_MS = 16 * 60_000

const world = await startBackedUpWorld({ ...SHORT_WAITS, ladderScale: 0.0001, tickMs: 300 })
const steady = await readyCustomer(world, 'Stødig Rør AS')
/** A user whose Fiken grant is renewed after the backup, whose token is therefore dead. */
const renewed = await readyCustomer(world, 'Fornyet Rør AS')
const deleting = await readyCustomer(world, 'Slettet Rør AS')

let strangers = 0

/** Completes a job whose client is unknown to Fiken, so that a contact must be created too. */
function complete({ tenant: { account } }: Customer): string {
  strangers += 1
  const name = `${'ABDEFGHKL'[strangers % 9]}${'aeiouy'[strangers % 6]}rheim Sameie ${strangers}`
  const address = `Fjellveien ${strangers}\n5700 Voss`
  const client = createRecord(world.vendors, account, 'company', {
    name,
    address,
    billing_address: address,
    address_street: `Fjellveien ${strangers}`,
    address_postcode: '5700',
    address_city: 'Voss',
  })
  const fields = {
    status: 'Completed',
    company_uuid: client,
    job_address: address,
    billing_address: address,
  }
  return addJob(world.vendors, account, { ...fields, job_description: 'Bytte av sluk' }, [
    { name: 'Arbeid', quantity: '2', displayed_amount: '800.0000' },
  ])
}

const made = () => world.vendors.ledger.draftsCreated
const madeFor = ({ tenant: { company } }: Customer) =>
  made().filter(({ slug }) => slug === company.slug)

async function transferOf(customer: Customer, jobUuid: string): Promise<Transfer> {
  const row = (await transfersOf(customer)).find((one) => one.servicem8JobId === jobUuid)
  if (!row) throw new Error(`job ${jobUuid} has no transfer`)
  return row
}

const become = (customer: Customer, jobUuid: string, status: string) =>
  until(`job ${jobUuid} to be ${status}`, async () => {
    const row = await transferOf(customer, jobUuid)
    return row.status === status && row
  }).catch(async (error: unknown) => {
    report(
      'instead:',
      (await transfersOf(customer)).map((row) => [
        row.servicem8JobId,
        row.status,
        row.errorCode,
        row.errorMessage,
      ]),
    )
    throw error
  })

async function draftOf(customer: Customer, jobUuid: string): Promise<StoredDraft> {
  const { fikenDraftUuid } = await become(customer, jobUuid, 'completed')
  const draft = customer.tenant.company.drafts.find(({ uuid }) => uuid === fikenDraftUuid)
  if (!draft) throw new Error(`job ${jobUuid} has no draft`)
  return draft
}

async function bill(jobUuid: string): Promise<StoredInvoice> {
  const { company } = steady.tenant
  const draft = Object.assign(await draftOf(steady, jobUuid), {
    bankAccountNumber: company.verifiedBankAccounts[0],
  })
  return bookDraft(world.vendors, company, draft)
}

async function deleteDraft(jobUuid: string): Promise<void> {
  const draft = await draftOf(deleting, jobUuid)
  const { company } = deleting.tenant
  company.drafts = company.drafts.filter((one) => one !== draft)
}

/** Deletes the unverified draft in Fiken and sends the job again, with another UUID. */
async function sentAgain(): Promise<Transfer> {
  const { company, user } = deleting.tenant
  const { faults } = world.vendors
  const away = {
    vendor: 'fiken',
    kind: 'status',
    status: 503,
    retryAfter: 3_600,
    who: user.email,
  } as const
  const fault = faults.add({ ...away, method: 'GET', path: '/drafts/[0-9]+$' })
  const jobUuid = complete(deleting)
  const row = await until('the draft to be made', async () => {
    const rows = await transfersOf(deleting)
    return rows.find((one) => one.servicem8JobId === jobUuid && one.fikenInvoiceDraftId !== null)
  })
  company.drafts = company.drafts.filter(({ uuid }) => uuid !== row.fikenDraftUuid)
  faults.remove(fault.id)
  expect(await become(deleting, jobUuid, 'failed')).toMatchObject({ errorCode: 'draft_deleted' })
  return retried(jobUuid)
}

async function retried(jobUuid: string): Promise<Transfer> {
  const { id } = await transferOf(deleting, jobUuid)
  await deleting.visitor.call(sendAgain, { params: { id }, query: { confirm: 'deleted' } })
  return become(deleting, jobUuid, 'completed')
}

/** Counts refused requests for drafts; a refusal means that no look-up came before the request. */
const refusedFor = ({ tenant: { user } }: Customer) =>
  world.vendors.ledger.entries.filter(
    ({ who, method, path, status }) =>
      who === user.email && method === 'POST' && path.endsWith('/invoices/drafts') && status >= 400,
  ).length

test('nothing is made twice and nothing is lost when the database is restored to ten minutes ago', async () => {
  const { company } = steady.tenant
  const { faults, settings } = world.vendors
  const before = [complete(steady), complete(steady), complete(renewed)] as const
  await draftOf(steady, before[0])
  await draftOf(steady, before[1])
  await draftOf(renewed, before[2])
  await world.kill()
  await world.save()
  await world.start()

  // Users go on working in the ten minutes that will be lost.
  const lost = Array.from({ length: 6 }, () => complete(steady))
  const [untouched = '', invoiced = '', edited = '', reworded = '', early = '', late = ''] = lost
  for (const job of lost) await draftOf(steady, job)
  const [, invoice] = [await bill(before[0]), await bill(invoiced)]
  const changed = await draftOf(steady, edited)
  Object.assign(changed, { net: changed.net + 4_000, gross: changed.gross + 5_000 })
  Object.assign(await draftOf(steady, reworded), { invoiceText: 'Takk for oppdraget' })
  faults.add({ vendor: 'fiken', kind: 'expire', who: renewed.tenant.user.email, count: 1 })
  const renewedJob = complete(renewed)
  await draftOf(renewed, renewedJob)
  const dropped = complete(deleting)
  await deleteDraft(dropped)
  const second = await sentAgain()
  const contacts = {
    steady: company.contacts.length,
    renewed: renewed.tenant.company.contacts.length,
  }
  await world.kill()

  // While the server is down, two jobs are completed without webhooks.
  settings.servicem8.webhooks = 'drop'
  const untold = [complete(steady), complete(renewed)] as const
  settings.servicem8.webhooks = 'normal'
  await world.putBack()
  world.advance(SWEEP_MS)
  await world.start()

  // The sweep finds the lost jobs, and their existing drafts are adopted.
  for (const job of [untouched, early, late, untold[0]]) await draftOf(steady, job)
  expect((await become(steady, invoiced, 'completed')).fikenInvoiceNumber).toBe(
    String(invoice.invoiceNumber),
  )
  const differing = await become(steady, edited, 'failed')
  expect(differing).toMatchObject({
    errorCode: 'draft_differs',
    fikenInvoiceDraftId: String(changed.draftId),
  })
  const retexted = await become(steady, reworded, 'failed')
  expect(retexted.errorMessage).toContain('fakturateksten er annerledes')
  for (const { id } of [differing, retexted])
    await steady.visitor.call(acceptTransfer, { params: { id } })
  await draftOf(steady, reworded)
  expect(await become(steady, edited, 'completed')).toMatchObject({ amount: changed.gross })
  expect(company.drafts.find(({ uuid }) => uuid === changed.uuid)?.gross).toBe(changed.gross)

  // The renewed grant is dead. Its jobs wait until the user has reconnected.
  await until(
    'the dead grant to be detected',
    async () => !(await renewed.visitor.call(readSystemStatus)).fikenConnected,
  )
  world.vendors.settings.consent.fiken.subject = renewed.tenant.user.email
  expect(await consent(renewed.visitor, 'fiken')).toContain('result=success')
  await renewed.visitor.call(clearCompanySelection)
  for (const job of [renewedJob, untold[1]]) await draftOf(renewed, job)

  expect(madeFor(steady)).toHaveLength(before.length - 1 + lost.length + 1)
  expect(madeFor(renewed)).toHaveLength(3)
  expect(company.contacts).toHaveLength(contacts.steady + 1)
  expect(renewed.tenant.company.contacts).toHaveLength(contacts.renewed + 1)
  expect(refusedFor(steady) + refusedFor(renewed)).toBe(0)

  // No draft is created until the user confirms: Fiken's draft is gone or has a later UUID.
  expect(await become(deleting, dropped, 'failed')).toMatchObject({ errorCode: 'draft_deleted' })
  const again = await become(deleting, second.servicem8JobId, 'failed')
  expect(again).toMatchObject({ errorCode: 'draft_differs', fikenDraftUuid: second.fikenDraftUuid })
  await deleting.visitor.call(acceptTransfer, { params: { id: again.id } })
  await become(deleting, second.servicem8JobId, 'completed')
  expect(madeFor(deleting)).toHaveLength(3)
  await retried(dropped)
  expect(madeFor(deleting)).toHaveLength(4)
  expect(new Set(deleting.tenant.company.drafts.map(({ ourReference }) => ourReference)).size).toBe(
    2,
  )
  expect(deleting.tenant.company.drafts).toHaveLength(2)
  expect(world.vendors.ledger.overlaps).toBe(0)
})
