import { expect, test } from 'vitest'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { addFile, completeJob } from '#sandbox/servicem8/workshop'
import { saveConfiguration } from '#shared/contracts/configuration'
import { readAttachments } from '#shared/contracts/transfers/attachments'
import { DOCUMENT, PHOTO } from '../support/people/files/attached-jobs.ts'
import { completeNewJob } from '../support/people/plumber.ts'
import { readyCustomer, transfersOf } from '../support/people/tenants.ts'
import { until } from '../support/wait.ts'
import { startCheckpointWorld } from '../support/world/checkpoint-world.ts'
import type { Checkpoint } from '../support/world/checkpoints.ts'
import { consent } from '../support/world/world.ts'
import { hangAt, killPoints, stepsDuring } from './support/kill-points.ts'

/** Tests that after a kill at any step, Fiken has each file once and our disk has none. */

const { world, desk } = await startCheckpointWorld({ vendorTimeoutMs: 3_000 })
const customer = await readyCustomer(world, 'Avbrutte Vedlegg AS')
await customer.visitor.call(saveConfiguration, { body: { attachments: 'all' } })
await consent(customer.visitor, 'servicem8', customer.tenant.account.uuid)

function newJob() {
  const { account } = customer.tenant
  const client = Object.values(account.tables.company)[0]?.name ?? ''
  const job = completeNewJob({ world, account }, { client, fields: { status: 'Work Order' } })
  const uuids = [PHOTO, DOCUMENT].map((file) => addFile(world.vendors, account, job, file))
  completeJob(world.vendors, account, job)
  return { job, uuids }
}

const arrivals = (uuids: readonly string[]) =>
  uuids.map(
    (uuid) => world.vendors.ledger.filesAdded.filter(({ name }) => name.includes(uuid)).length,
  )

async function allSent(job: string, uuids: readonly string[]): Promise<void> {
  await until(`the files of ${job} to be in Fiken`, async () => {
    const row = (await transfersOf(customer)).find((one) => one.servicem8JobId === job)
    if (!row) throw new Error('there is no transfer yet')
    const { rows } = await customer.visitor.call(readAttachments, { params: { id: row.id } })
    const sent = rows.filter(({ state }) => state === 'sent').length
    if (row.status === 'completed' && sent === uuids.length) return true
    throw new Error(JSON.stringify({ status: row.status, rows }))
  })
}

const isStep = ({ queue }: Checkpoint) => queue === 'attachments'

test('whichever step it is killed at, every file is in Fiken once', async () => {
  const all = await stepsDuring(desk, isStep, () => {
    const { job, uuids } = newJob()
    return allSent(job, uuids)
  })
  expect(all.filter((what) => what.startsWith('after POST fiken'))).toHaveLength(2)
  const killed = killPoints([...all.entries()])
  for (const [place, step] of killed) {
    const hangs = hangAt(desk, isStep, place)
    const { job, uuids } = newJob()
    await until(`step ${place}, ${step}`, hangs)
    await world.kill()
    desk.judge = () => 'go on'
    await world.start()
    await allSent(job, uuids)
    expect([place, step, arrivals(uuids)]).toEqual([place, step, [1, 1]])
  }
  const { company } = customer.tenant
  const made = world.vendors.ledger.draftsCreated.filter(({ slug }) => slug === company.slug)
  expect(made).toHaveLength(killed.length + 1)
  for (const draft of company.drafts) expect(draft.attachments).toHaveLength(2)
  await until('nothing to be left on the disk', () => leftOnDisk() === 0)
})

const leftOnDisk = () => {
  const folder = path.join(world.dataDir, 'attachments')
  return readdirSync(folder).length
}
