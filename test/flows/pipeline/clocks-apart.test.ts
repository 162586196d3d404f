import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stampOf } from '#clients/servicem8/time'
import { changeJob, changeLine, payJob } from '#sandbox/servicem8/workshop'
import { rowsOf } from '#sandbox/world/state'
import { listActivity } from '#shared/contracts/activity-log'
import { syncNow } from '#shared/contracts/intake'
import {
  atRest,
  completeNewJob,
  countFrom,
  inboxEmpty,
  startPlumber,
  type Plumber,
} from '../../support/people/plumber.ts'
import { until } from '../../support/wait.ts'

/** Tests that a change without a webhook is found even if our clock and ServiceM8's differ. */

const NOTHING_NEW = 'Alt er oppdatert. Ingen nye jobber.'

describe.each([
  ['a minute ahead of', 60_000],
  ['the same as', 0],
  ['a minute behind', -60_000],
])('with our clock %s ServiceM8’s', (_how, skewMs) => {
  let plumber: Plumber

  beforeAll(async () => {
    plumber = await startPlumber({ skewMs, jobFetchType: 'awaiting_payment' })
    await countFrom(plumber, 1)
    await sweep()
  })
  afterAll(() => plumber.world.stop())

  const sandbox = () => plumber.vendors
  const complete = () =>
    completeNewJob(plumber, { client: 'Ola Hansen', fields: { payment_processed: 1 } })
  const jobOf = (uuid: string) => {
    const job = rowsOf(plumber.account, 'job')[uuid]
    if (!job) throw new Error('no such job')
    return job
  }

  /** Starts a sweep, and returns its message once the unreported jobs are processed. */
  async function sweep(): Promise<string> {
    const { message } = await plumber.person.call(syncNow)
    await inboxEmpty(plumber)
    return message
  }

  function inSilence(change: () => void): void {
    const { settings } = sandbox()
    settings.servicem8.webhooks = 'drop'
    change()
    settings.servicem8.webhooks = 'normal'
  }

  /** Makes the change without a webhook, within the second of the job's last edit. */
  function inTheSameSecond(uuid: string, change: () => void): void {
    const at = jobOf(uuid).edit_date
    inSilence(change)
    jobOf(uuid).edit_date = at
  }

  async function transferredJob() {
    const uuid = complete()
    const row = await atRest(plumber, uuid)
    expect(row).toMatchObject({ status: 'completed', errorCode: null })
    await inboxEmpty(plumber)
    return { uuid, row }
  }

  const deservesEntry = (transferId: string) =>
    until('the change to be in the log', async () => {
      const log = await plumber.person.call(listActivity)
      return log.some(
        ({ action, metadata }) =>
          action === 'job_changed_after_transfer' && metadata?.['transferId'] === transferId,
      )
    })

  test('a transferred job that is changed right after we looked is found by the next sweep', async () => {
    const { uuid, row } = await transferredJob()
    inSilence(() => changeJob(sandbox(), plumber.account, uuid, { job_description: 'Noe annet' }))
    await sweep()
    await deservesEntry(row.id)
  })

  test('so is one that is changed within the same second as the edit we know of', async () => {
    const { uuid, row } = await transferredJob()
    const [line] = Object.values(rowsOf(plumber.account, 'jobmaterial')).filter(
      (one) => one['job_uuid'] === uuid,
    )
    inTheSameSecond(uuid, () =>
      changeLine(sandbox(), plumber.account, line?.uuid ?? '', { displayed_amount: '900.0000' }),
    )
    await sweep()
    await deservesEntry(row.id)
  })

  test.each([
    ['right after we looked', inSilence],
    [
      'within the same second as the edit we know of',
      (change: () => void, uuid: string) => inTheSameSecond(uuid, change),
    ],
  ])(
    'a paid job whose payment is reversed %s is transferred after the next sweep',
    async (_when, change) => {
      sandbox().settings.servicem8.webhooks = 'drop'
      const uuid = complete()
      payJob(sandbox(), plumber.account, uuid)
      jobOf(uuid)['payment_received'] = 0
      sandbox().settings.servicem8.webhooks = 'normal'
      await sweep()
      change(() => {
        for (const payment of Object.values(plumber.account.tables.jobpayment))
          if (payment.job_uuid === uuid) payment.active = 0
        changeJob(sandbox(), plumber.account, uuid, { purchase_order_number: '7' })
      }, uuid)
      await sweep()
      expect(await atRest(plumber, uuid)).toMatchObject({ status: 'completed' })
    },
  )

  test('a job that has not been changed is not looked at again', async () => {
    await transferredJob()
    await sweep()
    expect(await sweep()).toBe(NOTHING_NEW)
  })
})

test('with our clock hours ahead, a job that is dated in the future hides no job completed before then', async () => {
  const HOUR_MS = 3_600_000
  const plumber = await startPlumber({ skewMs: 3 * HOUR_MS })
  try {
    await countFrom(plumber, 1)
    const { world, account, person } = plumber
    const first = completeNewJob(plumber, { client: 'Ola Hansen' })
    const second = completeNewJob(plumber, { client: 'Ola Hansen' })
    for (const job of [first, second]) await atRest(plumber, job)
    const odd = rowsOf(account, 'job')[first]
    if (odd) odd.edit_date = stampOf(world.vendors.now() + 2.5 * HOUR_MS, 'Europe/Oslo')
    await person.call(syncNow)
    world.vendors.settings.servicem8.webhooks = 'drop'
    const missed = completeNewJob(plumber, { client: 'Ola Hansen' })
    world.vendors.settings.servicem8.webhooks = 'normal'
    await person.call(syncNow)
    expect(await atRest(plumber, missed)).toMatchObject({ status: 'completed' })
  } finally {
    await plumber.world.stop()
  }
})
