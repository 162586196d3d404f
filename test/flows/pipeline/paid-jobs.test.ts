import { describe, expect, test } from 'vitest'
import { createRecord } from '#sandbox/servicem8/records'
import { changeJob, registerPayment } from '#sandbox/servicem8/workshop'
import {
  clearCompanySelection,
  saveConfiguration,
  type ConfigurationChange,
} from '#shared/contracts/configuration'
import { chooseRecipient, undoTransfer } from '#shared/contracts/transfers/actions'
import { listTransfers } from '#shared/contracts/transfers/list'
import { syncJobs, syncNow } from '#shared/contracts/intake'
import { decideWaiting } from '#shared/contracts/transfers/waiting'
import { listActivity } from '#shared/contracts/activity-log'
import { fetchMissedJob } from '#shared/contracts/reconciliation'
import { actOnAll } from '../../support/people/bulk.ts'
import {
  approvedJob,
  draftsOf,
  fetchedJob,
  isRefused,
  pay,
  quietly,
  setApproval,
  startApprover,
  unpay,
} from '../../support/people/paid-jobs.ts'
import { atRest, inboxEmpty, ring, transferred } from '../../support/people/plumber.ts'
import { until } from '../../support/wait.ts'
import { consent } from '../../support/world/world.ts'

/** Tests that no paid job gets a draft, regardless of how its transfer starts. */

const plumber = await startApprover()

const drafts = (jobUuid: string) => draftsOf(plumber, jobUuid)
const refused = async (jobUuid: string) => {
  const row = await isRefused(plumber, jobUuid)
  expect(drafts(jobUuid)).toBe(0)
  return row
}
const save = (body: ConfigurationChange) => plumber.person.call(saveConfiguration, { body })
const many = (ids: string[]) => actOnAll(plumber.person, { act: 'retry', ids })

/** The maximum retry interval: ten minutes plus a fifth, as shortened in the tests. */
const LONGEST_WAIT_MS = 15_000

/** Makes a job that waits in the queue until `goOn` ends Fiken's outage. */
async function queuedJob(): Promise<{ jobUuid: string; goOn: () => void }> {
  const { faults } = plumber.vendors
  const { id } = faults.add({ vendor: 'fiken', kind: 'status', status: 503 })
  const jobUuid = approvedJob(plumber)
  // Fiken can still count as down since the previous job, so the clock is advanced.
  plumber.later(LONGEST_WAIT_MS)
  await until('the transfer to back off', async () => {
    const rows = await plumber.person.call(listTransfers, {
      query: { limit: 500, status: 'queued' },
    })
    return rows.some((row) => row.servicem8JobId === jobUuid && row.nextAttemptAt !== null)
  })
  await inboxEmpty(plumber)
  const goOn = () => {
    faults.remove(id)
    plumber.later(LONGEST_WAIT_MS)
  }
  return { jobUuid, goOn }
}

describe('a job that is paid when it is fetched by hand', () => {
  test('makes no draft by "Synkroniser nå" right after "Hent jobber manuelt", and the row says why', async () => {
    const job = quietly(plumber, () => approvedJob(plumber))
    pay(plumber, job)
    // The row is started when only the job list has been read.
    const { faults } = plumber.vendors
    const slow = faults.add({ vendor: 'servicem8', kind: 'slow', ms: 300, path: '/jobmaterial' })
    await plumber.person.call(syncJobs, { body: {} })
    await plumber.person.call(syncNow)
    faults.remove(slow.id)
    await inboxEmpty(plumber)
    expect((await refused(job)).errorMessage).toContain(
      'Betalingene i ServiceM8 dekker hele beløpet',
    )
  })

  test('says so in its row and in the log when nobody starts it, and "Synkroniser nå" leaves it alone', async () => {
    const job = quietly(plumber, () => approvedJob(plumber))
    pay(plumber, job)
    await plumber.person.call(syncJobs, { body: {} })
    await inboxEmpty(plumber)
    const row = await refused(job)
    const log = await plumber.person.call(listActivity, { query: { limit: 500 } })
    expect(
      log.find(({ action, metadata }) => action === 'job_skipped' && metadata?.jobUuid === job)
        ?.description,
    ).toContain('Jobben er allerede betalt i ServiceM8.')
    expect(await plumber.person.call(syncNow)).toMatchObject({ started: 0 })
    expect(await refused(job)).toMatchObject({ updatedAt: row.updatedAt })

    // Once the payment is removed, the job waits like other manually fetched jobs.
    unpay(plumber, job)
    ring(plumber, job)
    await until(
      'the row to wait for a click',
      async () => (await atRest(plumber, job)).pendingReason === 'fetched',
    )
    expect(await atRest(plumber, job)).toMatchObject({ errorCode: null, errorMessage: null })
    await plumber.person.call(syncNow)
    await until('the draft', () => drafts(job) === 1)
  })
})

describe('a job that is paid as exactly as anybody can', () => {
  /** Creates a job with this total, of which `amount` was paid in cash. */
  const costing = (price: string, total: string, amount: string) =>
    quietly(plumber, () => {
      const { account, world } = plumber
      const job = approvedJob(plumber, { lines: [{ name: 'Arbeid', displayed_amount: price }] })
      // payment_received keeps its value, because real accounts seldom set it.
      const { payment_received } = account.tables.job[job] ?? {}
      registerPayment(world.vendors, account, job, { amount, method: 'Kontant' })
      const stated = { total_invoice_amount: total, payment_received }
      Object.assign(account.tables.job[job] ?? {}, stated)
      return job
    })

  test('to the øre, or in whole kroner, makes no draft; one that is an øre short does', async () => {
    const toTheOre = costing('299.9700', '374.9625', '374.96')
    const inKroner = costing('299.5200', '374.4000', '374.00')
    const short = costing('299.9700', '374.9625', '374.95')
    await plumber.person.call(syncJobs, { body: {} })
    await plumber.person.call(syncNow)
    await inboxEmpty(plumber)
    expect((await refused(toTheOre)).errorMessage).not.toContain('avrundet')
    expect((await refused(inKroner)).errorMessage?.replaceAll('\u00a0', ' ')).toMatch(
      /^Det er betalt 374,00 kr av 374,40 kr, avrundet til hele kroner. Betalingene i ServiceM8 dekker/,
    )
    await until('the draft of the job that is an øre short', () => drafts(short) === 1)
  })
})

describe('a job that is paid while its transfer waits makes no draft when it is started', () => {
  test('by "Synkroniser nå"', async () => {
    const row = await fetchedJob(plumber)
    pay(plumber, row.servicem8JobId)
    expect(await plumber.person.call(syncNow)).toMatchObject({ started: 1 })
    await refused(row.servicem8JobId)
  })

  test('together with others: only the others start, and those known to be paid are counted', async () => {
    const paid = await fetchedJob(plumber)
    pay(plumber, paid.servicem8JobId)
    const other = await fetchedJob(plumber)
    // The first attempt finds the payment.
    await many([paid.id])
    await refused(paid.servicem8JobId)
    const answer = await many([paid.id, other.id])
    expect(answer.summary).toBe('1 jobb er satt i kø, 1 er ikke endret.')
    expect(answer.items.find(({ subject }) => subject === paid.id)).toMatchObject({
      status: 'left_alone',
      code: 'already_paid',
      message: 'Jobben er allerede betalt i ServiceM8',
    })
    await until('the other draft', () => drafts(other.servicem8JobId) === 1)
    await refused(paid.servicem8JobId)
  })

  test('by choosing its customer', async () => {
    const { world, account, company } = plumber
    const twin = company.contacts.find((contact) => contact.customer && !contact.organizationNumber)
    const address = 'Torget 1\n4836 Arendal'
    const stranger = quietly(plumber, () =>
      createRecord(world.vendors, account, 'company', {
        name: twin?.name,
        address,
        billing_address: address,
      }),
    )
    const job = approvedJob(plumber, {
      fields: { company_uuid: stranger, billing_address: address },
    })
    const row = await atRest(plumber, job)
    expect(row.pendingReason).toBe('ambiguous_customer')
    pay(plumber, job)
    await plumber.person.call(chooseRecipient, {
      params: { id: row.id },
      body: { contactId: twin?.contactId ?? 0 },
    })
    await refused(job)
  })

  test('by switching the integration on', async () => {
    await save({ isActive: false })
    const job = approvedJob(plumber)
    expect((await atRest(plumber, job)).pendingReason).toBe('inactive')
    pay(plumber, job)
    await save({ isActive: true })
    expect(
      await plumber.person.call(decideWaiting, { body: { decision: 'transfer' } }),
    ).toMatchObject({ count: 1 })
    await refused(job)
  })

  test('by reconnecting Fiken and choosing the company', async () => {
    await consent(plumber.person, 'fiken')
    const job = approvedJob(plumber)
    expect((await atRest(plumber, job)).pendingReason).toBe('company')
    pay(plumber, job)
    await plumber.person.call(clearCompanySelection)
    await refused(job)
  })

  test('again after "Angre"', async () => {
    const row = await transferred(plumber, approvedJob(plumber))
    await plumber.person.call(undoTransfer, { params: { id: row.id }, body: {} })
    pay(plumber, row.servicem8JobId)
    await many([row.id])
    await refused(row.servicem8JobId)
  })

  test('from the reconciliation', async () => {
    const job = quietly(plumber, () => approvedJob(plumber))
    pay(plumber, job)
    const { message } = await plumber.person.call(fetchMissedJob, { body: { jobUuid: job } })
    expect(message).toBe('Jobben er hentet og venter på deg under Overføringer.')
    await refused(job)
  })
})

describe('a job that is paid while its transfer is in the queue', () => {
  test('leaves the queue as soon as ServiceM8 reports it', async () => {
    const { jobUuid, goOn } = await queuedJob()
    pay(plumber, jobUuid)
    ring(plumber, jobUuid)
    await refused(jobUuid)
    goOn()
    await refused(jobUuid)
  })

  test('makes no draft when the setting was changed to unpaid jobs only after it was fetched', async () => {
    await save({ jobFetchType: 'completed' })
    const { jobUuid, goOn } = await queuedJob()
    pay(plumber, jobUuid)
    await save({ jobFetchType: 'awaiting_payment' })
    goOn()
    await refused(jobUuid)
  })
})

describe('a transfer that was refused resumes automatically', () => {
  async function refusedJob(): Promise<string> {
    const { servicem8JobId: job } = await fetchedJob(plumber)
    pay(plumber, job)
    await plumber.person.call(syncNow)
    await refused(job)
    return job
  }

  test('when the payment is reversed', async () => {
    const job = await refusedJob()
    unpay(plumber, job)
    ring(plumber, job)
    await until('the draft', () => drafts(job) === 1)
    expect(await atRest(plumber, job)).toMatchObject({
      status: 'completed',
      errorCode: null,
      errorMessage: null,
    })
  })

  test('when it is approved', async () => {
    const { servicem8JobId: job } = await fetchedJob(plumber)
    setApproval(plumber, job, false)
    await plumber.person.call(syncNow)
    await isRefused(plumber, job, 'not_approved')
    changeJob(plumber.vendors, plumber.account, job, { ready_to_invoice: '1' })
    await until('the draft', () => drafts(job) === 1)
  })

  test('but waits when the integration is off', async () => {
    const job = await refusedJob()
    await save({ isActive: false })
    unpay(plumber, job)
    ring(plumber, job)
    await until(
      'the row to wait',
      async () => (await atRest(plumber, job)).pendingReason === 'inactive',
    )
    await save({ isActive: true })
    await plumber.person.call(decideWaiting, { body: { decision: 'transfer' } })
    await until('the draft', () => drafts(job) === 1)
  })

  test('when the setting is all completed jobs, paid or not', async () => {
    const job = await refusedJob()
    await save({ jobFetchType: 'completed' })
    await until('the draft', () => drafts(job) === 1)
    await save({ jobFetchType: 'awaiting_payment' })
  })
})
