import { expect, test } from 'vitest'
import { completeJob, payJob } from '#sandbox/servicem8/workshop'
import { listTransfers } from '#shared/contracts/transfers/list'
import { listActivity } from '#shared/contracts/activity-log'
import { saveConfiguration } from '#shared/contracts/configuration'
import {
  atRest,
  completeNewJob,
  countFrom,
  inboxEmpty,
  jobNamed,
  ring,
  startPlumber,
  storyOf,
} from '../../support/people/plumber.ts'
import { until } from '../../support/wait.ts'

const plumber = await startPlumber({ jobFetchType: 'awaiting_payment' })

test('a job from before the start date is left alone, with an entry that says why', async () => {
  ring(plumber, jobNamed('pakke'))
  await inboxEmpty(plumber)
  const log = await plumber.person.call(listActivity, { query: { limit: 500 } })
  expect(log.find((entry) => entry.action === 'job_skipped')?.description).toContain(
    'før integrasjonen ble slått på',
  )
  expect(await plumber.person.call(listTransfers)).toEqual([])
})

test('moving the start date back lets it in, and all others since then', async () => {
  await countFrom(plumber, 24)
  expect((await atRest(plumber, jobNamed('pakke'))).status).toBe('completed')
})

test('gets drafts of the approved jobs only', async () => {
  for (const key of ['po med nuller', 'borettslag mottar', 'pakke', 'depositum']) {
    expect((await atRest(plumber, jobNamed(key))).status).toBe('completed')
  }
  expect((await plumber.person.call(listTransfers)).length).toBe(4)
})

test('is invoiced in full where a deposit is paid, and the user is informed', async () => {
  const transfer = await atRest(plumber, jobNamed('depositum'))
  expect(transfer.amount).toBe(560_000)
  expect(await storyOf(plumber, transfer)).toContain(
    'Det er registrert 1 500,00 kr som forskudd i ServiceM8. Fakturaen er på hele beløpet; før innbetalingen i Fiken.',
  )
})

test('does not invoice what is paid by card on completion', async () => {
  const sandbox = plumber.vendors
  const job = completeNewJob(plumber, {
    client: 'Ola Hansen',
    fields: { status: 'Work Order', ready_to_invoice: '1' },
  })
  payJob(sandbox, plumber.account, job)
  completeJob(sandbox, plumber.account, job)
  await inboxEmpty(plumber)
  const entry = await until('a log entry about the paid job', async () => {
    const log = await plumber.person.call(listActivity, { query: { limit: 500 } })
    return log.find((one) => one.action === 'job_skipped' && one.metadata?.jobUuid === job)
  })
  expect(entry.description).toContain('Jobben er allerede betalt i ServiceM8.')
})

test('gets drafts of the others too, from the start date on, when all completed jobs are chosen', async () => {
  const job = completeNewJob(plumber, { client: 'Ola Hansen' })
  await inboxEmpty(plumber)
  const transferred = async () =>
    (await plumber.person.call(listTransfers)).map((row) => row.servicem8JobId)
  expect(await transferred()).not.toContain(job)
  await plumber.person.call(saveConfiguration, { body: { jobFetchType: 'completed' } })
  expect((await atRest(plumber, job)).status).toBe('completed')
})
