import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createRecord, updateRecord } from '#sandbox/servicem8/records'
import { changeJob } from '#sandbox/servicem8/workshop'
import { rowsOf } from '#sandbox/world/state'
import { refreshMirrors } from '#server/features/mirrors/refresh'
import { listActivity } from '#shared/contracts/activity-log'
import { readSession } from '#shared/contracts/auth'
import type { Transfer } from '#shared/contracts/transfers/row'
import {
  atRest,
  clientNamed,
  completeNewJob,
  inboxEmpty,
  ring,
  startPlumber,
  type CompletedJob,
} from '../../support/people/plumber.ts'
import { until } from '../../support/wait.ts'
import { upgradeFrom } from '../../support/former-version.ts'

/** Tests that corrections in ServiceM8 after the draft are logged and do not change the draft. */

const plumber = await startPlumber()

async function drafted(job: CompletedJob): Promise<Transfer> {
  const row = await atRest(plumber, completeNewJob(plumber, job))
  expect(row.status).toBe('completed')
  await inboxEmpty(plumber)
  return row
}

async function told({ id }: Transfer): Promise<number> {
  const log = await plumber.person.call(listActivity, { query: { type: 'transfer', limit: 500 } })
  return log.filter(
    ({ action, metadata }) =>
      action === 'job_changed_after_transfer' && metadata?.['transferId'] === id,
  ).length
}

/** Makes the change in ServiceM8 and checks that it is logged exactly once. */
async function tellsOf(row: Transfer, change: () => void): Promise<void> {
  const before = await told(row)
  change()
  ring(plumber, row.servicem8JobId)
  await until('the change to be logged', async () => (await told(row)) > before)
  ring(plumber, row.servicem8JobId)
  await inboxEmpty(plumber)
  expect(await told(row)).toBe(before + 1)
}

const edit = (row: Transfer, fields: Record<string, unknown>) => () => {
  changeJob(plumber.vendors, plumber.account, row.servicem8JobId, fields)
}

test('the place, the date and the category of a job, and its contact', async () => {
  const row = await drafted({ client: 'Ola Hansen' })
  await tellsOf(row, edit(row, { job_address: 'Nygårdsgaten 5\n5015 Bergen' }))
  await tellsOf(row, edit(row, { completion_date: '2026-11-02 08:00:00' }))
  const category = Object.keys(rowsOf(plumber.account, 'category'))[0]
  await tellsOf(row, edit(row, { category_uuid: category ?? '' }))
  await tellsOf(row, () => {
    createRecord(plumber.vendors, plumber.account, 'jobcontact', {
      job_uuid: row.servicem8JobId,
      first: 'Berit',
      last: 'Bakke',
      type: 'BILLING',
      active: 1,
    })
  })
})

test('the address of the head office that pays for a site', async () => {
  const row = await drafted({ client: 'Grieg avd. Fyllingsdalen' })
  const site = clientNamed(plumber.account, 'Grieg avd. Fyllingsdalen')
  const office = rowsOf(plumber.account, 'company')[String(site.parent_company_uuid)]
  if (!office) throw new Error('the site has no head office')
  await tellsOf(row, () =>
    updateRecord(plumber.vendors, plumber.account, 'company', office, {
      billing_address: 'Postboks 12\n5803 Bergen',
    }),
  )
})

test('a client’s address, which ServiceM8 pings about nowhere, once the clients are read', async () => {
  const [row, other] = [
    await drafted({ client: 'Mohammed Ali' }),
    await drafted({ client: 'Ola Hansen' }),
  ]
  const client = clientNamed(plumber.account, 'Mohammed Ali')
  updateRecord(plumber.vendors, plumber.account, 'company', client, {
    billing_address: 'Nye gate 7\n5003 Bergen',
  })
  const { id } = await plumber.person.call(readSession)
  const read = () => refreshMirrors(plumber.world.product.platform, id)
  await read()
  await until('the change to be logged', async () => (await told(row)) > 0)
  await read()
  await inboxEmpty(plumber)
  expect([await told(row), await told(other)]).toEqual([1, 0])
})

test('a client that has come under a head office, which pays from now on', async () => {
  const row = await drafted({ client: 'Ola Hansen' })
  const site = clientNamed(plumber.account, 'Grieg avd. Fyllingsdalen')
  const client = clientNamed(plumber.account, 'Ola Hansen')
  const under = (office: unknown) =>
    updateRecord(plumber.vendors, plumber.account, 'company', client, {
      parent_company_uuid: office,
    })
  under(site.parent_company_uuid)
  const { id } = await plumber.person.call(readSession)
  await refreshMirrors(plumber.world.product.platform, id)
  await until('the change to be logged', async () => (await told(row)) > 0)
  under('')
})

test('nothing of the rows that an earlier version has left, of whose jobs it read less', async () => {
  const rows = [
    await drafted({ client: 'Ola Hansen' }),
    await drafted({ client: 'Grieg avd. Fyllingsdalen' }),
  ]
  await upgradeFrom(
    plumber.world,
    '0044',
    sql`update transfers set snapshot = snapshot
          #- '{job,categoryUuid}' #- '{job,existsSince}' #- '{job,geo}' #- '{job,completedOn}'
          #- '{client,billingAttention}' #- '{client,street}' #- '{headOffice,country}'
          #- '{clientContacts,0,isPrimary}' #- '{lines,0,materialUuid}' #- '{paymentsRead}'
        where snapshot is not null`,
  )
  const read = async () => {
    const { id } = await plumber.person.call(readSession)
    await refreshMirrors(plumber.world.product.platform, id, { full: true })
    for (const row of rows) ring(plumber, row.servicem8JobId)
    await inboxEmpty(plumber)
  }
  await read()
  expect([await told(rows[0]!), await told(rows[1]!)]).toEqual([0, 0])
  await tellsOf(rows[0]!, edit(rows[0]!, { job_address: 'Nygårdsgaten 6\n5015 Bergen' }))
})

test('but not what the draft does not say', async () => {
  const row = await drafted({ client: 'Ola Hansen' })
  edit(row, { payment_received: 1, payment_processed: 1 })()
  ring(plumber, row.servicem8JobId)
  await inboxEmpty(plumber)
  expect(await told(row)).toBe(0)
})
