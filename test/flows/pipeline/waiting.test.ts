import { beforeAll, describe, expect, test } from 'vitest'
import { findCompany } from '#sandbox/world/world'
import {
  clearCompanySelection,
  readConfiguration,
  saveConfiguration,
  type ConfigurationChange,
} from '#shared/contracts/configuration'
import { listTransfers } from '#shared/contracts/transfers/list'
import { syncJobs, syncNow } from '#shared/contracts/intake'
import { decideWaiting, readWaiting } from '#shared/contracts/transfers/waiting'
import { readStats, readSystemStatus } from '#shared/contracts/overview'
import { retryTransfer, acceptTransfer } from '#shared/contracts/transfers/actions'
import { readTransfer, type Transfer } from '#shared/contracts/transfers/row'
import {
  atRest,
  completeNewJob,
  draftOf,
  inboxEmpty,
  jobNamed,
  startPlumber,
} from '../../support/people/plumber.ts'
import { swept } from '../../support/people/swept.ts'
import { until } from '../../support/wait.ts'
import { consent, signUp } from '../../support/world/world.ts'

const plumber = await startPlumber({ activate: false })
const person = plumber.person

const save = (body: ConfigurationChange) => person.call(saveConfiguration, { body })
const complete = () => completeNewJob(plumber, { client: 'Ola Hansen' })
const list = (query = {}) => person.call(listTransfers, { query: { limit: 500, ...query } })
const draftsMade = () => plumber.vendors.ledger.draftsCreated.length
const ratesOf = (jobUuid: string) =>
  Object.values(plumber.account.tables.jobmaterial).flatMap((line) =>
    line.job_uuid === jobUuid && line.active === 1 ? [line.tax_rate_uuid] : [],
  )
const settings = () => plumber.vendors.settings.servicem8

const becomes = (jobUuid: string, wanted: Partial<Transfer>) =>
  until(`job ${jobUuid} to be ${JSON.stringify(wanted)}`, async () => {
    const row = (await list()).find((one) => one.servicem8JobId === jobUuid)
    return (
      row &&
      Object.entries(wanted).every(([key, value]) => row[key as keyof Transfer] === value) &&
      row
    )
  })

/** Makes Fiken announce an hour of downtime; the returned function ends the outage. */
function fikenIsDown(fault: { method?: string; path?: string } = {}): () => void {
  const { faults } = plumber.vendors
  const { id } = faults.add({
    vendor: 'fiken',
    kind: 'status',
    status: 503,
    retryAfter: 3_600,
    ...fault,
  })
  return () => faults.remove(id)
}

const backsOff = (jobUuid: string) =>
  until(`job ${jobUuid} to back off`, async () => {
    const row = (await list()).find((one) => one.servicem8JobId === jobUuid)
    return row?.status === 'queued' && row.nextAttemptAt !== null && row
  })

function completeInSilence(): string {
  settings().webhooks = 'drop'
  const jobUuid = complete()
  settings().webhooks = 'normal'
  return jobUuid
}

describe('while the integration is off', () => {
  test('completed jobs wait; switching on starts none of them before the user has decided', async () => {
    const jobs = [complete(), complete()]
    for (const job of jobs) await becomes(job, { status: 'pending', pendingReason: 'inactive' })
    await save({ isActive: true })
    await person.call(syncNow)
    await inboxEmpty(plumber)
    const rows = (await list()).filter(({ servicem8JobId }) => jobs.includes(servicem8JobId))
    expect(await person.call(readWaiting)).toEqual({
      count: 2,
      ore: rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
      withoutAmount: 0,
      negative: 0,
      rates: [...new Set(rows.flatMap((row) => ratesOf(row.servicem8JobId)))].sort(),
    })
    expect(draftsMade()).toBe(0)
    expect(await person.call(decideWaiting, { body: { decision: 'transfer' } })).toMatchObject({
      count: 2,
    })
    for (const job of jobs) await becomes(job, { status: 'completed', pendingReason: null })
    expect(await person.call(readWaiting)).toEqual({
      count: 0,
      ore: 0,
      withoutAmount: 0,
      negative: 0,
      rates: [],
    })
  })

  test('the user may also skip what waited, and take that back', async () => {
    await save({ isActive: false })
    const job = complete()
    await becomes(job, { status: 'pending', pendingReason: 'inactive' })
    await save({ isActive: true })
    const before = draftsMade()
    const skip = await person.call(decideWaiting, { body: { decision: 'skip' } })
    const back = { decision: 'restore', skippedAt: skip.skippedAt! } as const
    expect(skip.count).toBe(1)
    expect(await person.call(decideWaiting, { body: back })).toMatchObject({ count: 1 })
    await becomes(job, { status: 'pending', pendingReason: 'inactive', skipTransfer: false })
    expect(await person.call(decideWaiting, { body: back })).toMatchObject({ count: 0 })
    await person.call(decideWaiting, { body: { decision: 'skip' } })
    expect((await list()).some((row) => row.servicem8JobId === job)).toBe(false)
    expect((await list({ skipped: '1' })).some((row) => row.servicem8JobId === job)).toBe(true)
    expect(draftsMade()).toBe(before)
  })

  test('jobs in the queue at the moment of switching off wait too', async () => {
    const isUpAgain = fikenIsDown()
    const job = complete()
    expect(await backsOff(job)).toMatchObject({ errorCode: 'fiken_down' })
    isUpAgain()
    await save({ isActive: false })
    await becomes(job, { status: 'pending', pendingReason: 'inactive' })
    await save({ isActive: true })
    await person.call(decideWaiting, { body: { decision: 'transfer' } })
    await becomes(job, { status: 'completed', errorCode: null })
  })
})

test('while Fiken does not answer the counters say so, until it does again', async () => {
  const isUpAgain = fikenIsDown()
  const job = complete()
  const row = await backsOff(job)
  expect(await person.call(readStats)).toMatchObject({ pending: 1, notAnswering: ['fiken'] })
  isUpAgain()
  await person.call(retryTransfer, { params: { id: row.id } })
  await becomes(job, { status: 'completed' })
  expect(await person.call(readStats)).not.toHaveProperty('notAnswering')
})

describe('after Fiken is reconnected', () => {
  beforeAll(async () => {
    expect(await consent(person, 'fiken')).toContain('result=success')
  })

  test('jobs wait for the company to be confirmed, and cannot be started earlier', async () => {
    expect((await person.call(readConfiguration)).requiresCompanySelection).toBe(true)
    expect(await person.call(readSystemStatus)).toMatchObject({
      fikenStatus: 'connected',
      isActive: true,
      needsCompany: true,
    })
    const row = await becomes(complete(), { status: 'pending', pendingReason: 'company' })
    const hurried = await person.tryCall(retryTransfer, { params: { id: row.id } })
    expect(hurried).toMatchObject({
      status: 409,
      body: { code: 'no_company', action: 'choose_company' },
    })
  })

  test('and resume automatically when it is', async () => {
    const [row] = await list({ status: 'pending' })
    expect(await person.call(clearCompanySelection)).toEqual({ success: true })
    await becomes(row?.servicem8JobId ?? '', { status: 'completed', pendingReason: null })
    expect(await person.call(readSystemStatus)).toMatchObject({
      everActive: true,
      needsCompany: false,
    })
  })
})

describe('when another company is chosen', () => {
  const estate = () => findCompany(plumber.vendors, 'fjordvik-eiendom-as')

  test('a draft that is in the former one is never made a second time in the new one', async () => {
    const before = plumber.company.drafts.length
    const isUpAgain = fikenIsDown({ method: 'GET', path: String.raw`/drafts/\d+$` })
    const job = complete()
    await backsOff(job)
    expect(plumber.company.drafts).toHaveLength(before + 1)
    isUpAgain()
    await save({ fikenCompanySlug: 'fjordvik-eiendom-as' })
    const row = await until('the transfer to be stopped', async () => {
      const found = await atRest(plumber, job)
      return found.status === 'failed' && found
    })
    expect(row.errorCode).toBe('draft_differs')
    expect(row.errorMessage).toContain('fjordvik-ror-as')
    expect(estate()?.drafts).toEqual([])
    await person.call(acceptTransfer, { params: { id: row.id } })
    await becomes(job, { status: 'completed' })
    expect(estate()?.drafts).toEqual([])
  })

  test('what had not been sent goes only to the new one', async () => {
    await save({ fikenCompanySlug: 'fjordvik-ror-as' })
    const isUpAgain = fikenIsDown({ path: '/invoices' })
    const lines = [{ name: 'Arbeid', displayed_amount: '500.0000', tax_rate_uuid: '' }]
    const job = completeNewJob(plumber, { client: 'Ola Hansen', lines })
    await backsOff(job)
    isUpAgain()
    const before = plumber.company.drafts.length
    await save({ fikenCompanySlug: 'fjordvik-eiendom-as' })
    const company = estate()
    if (!company) throw new Error('no second company')
    const row = await becomes(job, { status: 'completed', fikenCompanySlug: 'fjordvik-eiendom-as' })
    expect(draftOf({ company }, row).lines[0]).toMatchObject({
      vatType: 'OUTSIDE',
      incomeAccount: '3200',
    })
    expect(plumber.company.drafts).toHaveLength(before)
    await save({ fikenCompanySlug: 'fjordvik-ror-as' })
  })
})

describe('jobs that no webhook reported', () => {
  beforeAll(() => swept(plumber.world, person))

  test('are found and transferred by "Synkroniser nå"', async () => {
    const job = completeInSilence()
    const answer = await person.call(syncNow)
    expect(answer).toMatchObject({ jobsFound: 1, started: 0 })
    expect(answer.message).toBe('1 jobb funnet og behandles nå.')
    await becomes(job, { status: 'completed' })
    expect(await person.call(syncNow)).toMatchObject({
      message: 'Alt er oppdatert. Ingen nye jobber.',
      jobsFound: 0,
    })
  })

  test('are only shown by a fetch, and started by the next "Synkroniser nå"', async () => {
    const job = completeInSilence()
    const answer = await person.call(syncJobs, { body: {} })
    expect(answer.jobsProcessed).toBeGreaterThan(0)
    expect(answer.message).toBe(
      `Hentet ${answer.awaitingPaymentJobsFound} fullførte jobber, opprettet ${answer.jobsProcessed} nye overføringer`,
    )
    await inboxEmpty(plumber)
    await becomes(job, { status: 'pending', pendingReason: 'fetched' })
    expect(await person.call(syncNow)).toMatchObject({
      message: '1 ventende overføring startet.',
      started: 1,
    })
    await becomes(job, { status: 'completed' })
  })

  test('continue immediately when the user has chosen that for fetched jobs', async () => {
    await save({ autoTransferOnSync: true })
    const job = completeInSilence()
    await person.call(syncJobs, { body: {} })
    await becomes(job, { status: 'completed' })
    await save({ autoTransferOnSync: false })
  })

  test('of the ninety days before the start are fetched, and wait however often the user synchronises', async () => {
    const row = await becomes(jobNamed('enkel'), { status: 'pending', pendingReason: 'history' })
    const before = draftsMade()
    await person.call(syncNow)
    await inboxEmpty(plumber)
    expect((await person.call(readTransfer, { params: { id: row.id } })).pendingReason).toBe(
      'history',
    )
    expect(draftsMade()).toBe(before)
  })
})

test('"Synkroniser nå" says what is not connected', async () => {
  const newcomer = await signUp(plumber.world)
  const answer = await newcomer.tryCall(syncNow)
  expect(answer).toMatchObject({
    status: 409,
    body: { action: 'authorize_servicem8', error: expect.any(String) as string },
  })
  expect(await newcomer.tryCall(syncJobs, { body: {} })).toMatchObject({ status: 409 })
})
