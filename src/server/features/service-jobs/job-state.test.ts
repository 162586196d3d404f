import { sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import type { Job } from '#clients/servicem8/types'
import { memoryPlatform } from '#test/support/world/memory-platform'
import { rowsOf } from '../../platform/database/database.ts'
import { jobStateOf } from './job-state.ts'
import { storedJobState } from './queries.ts'

const memory = await memoryPlatform()
afterAll(() => memory.close())

const JOB: Job = {
  uuid: 'a1b2c3d4-2222-4333-8444-55555555555f',
  active: true,
  number: '1085',
  status: 'Completed',
  companyUuid: null,
  purchaseOrderNumber: '',
  jobDescription: 'Bytte av sluk «på badet» 🛠\nmed ny tetting',
  workDoneDescription: 'Gjort',
  jobAddress: 'Kaigata 4',
  billingAddress: 'Kaigata 4\n5003 Bergen',
  geo: null,
  completedAt: '2026-11-20T10:00:00.000Z',
  completedOn: '2026-11-20',
  editedAt: '2026-11-20T10:00:05.000Z',
  totalInvoiceAmount: '1250.0000',
  readyToInvoice: true,
  paymentProcessed: false,
  paymentReceived: false,
  editDate: '2026-11-20 11:00:05',
}

async function stored(job: Partial<Job>): Promise<string | undefined> {
  const [row] = await rowsOf<{ state: string }>(
    memory.platform.db,
    sql`select ${storedJobState(sql`${JSON.stringify(job)}::jsonb`)} as state`,
  )
  return row?.state
}

it('is the same for a job as it is listed and as it is stored', async () => {
  for (const job of [JOB, { ...JOB, companyUuid: JOB.uuid, completedAt: null, active: false }])
    expect(await stored(job)).toBe(jobStateOf(job))
})

it('differs when anything that counts has changed, even within the same second', () => {
  const changes: Partial<Job>[] = [
    { editDate: '2026-11-20 11:00:06' },
    { totalInvoiceAmount: '1250.0100' },
    { paymentReceived: true },
    { active: false },
    { jobDescription: `${JOB.jobDescription}.` },
    // Moving text from one field to the next is a change too.
    { jobDescription: '', workDoneDescription: `${JOB.jobDescription}${JOB.workDoneDescription}` },
  ]
  const states = [JOB, ...changes.map((change) => ({ ...JOB, ...change }))].map(jobStateOf)
  expect(new Set(states).size).toBe(changes.length + 1)
})

it('of a job that was stored without a field is unlike that of a job that has it', async () => {
  const { paymentReceived: _without, ...older } = JOB
  expect(await stored(older)).not.toBe(jobStateOf(JOB))
})
