import { sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import type { Job } from '#clients/servicem8/types'
import { aJob } from '#test/support/vendors/vendor-objects'
import { memoryPlatform } from '#test/support/world/memory-platform'
import { rowsOf } from '../../platform/database/database.ts'
import { jobStateOf } from './job-state.ts'
import { storedJobState } from './queries.ts'

const memory = await memoryPlatform()
afterAll(() => memory.close())

const JOB = aJob({ jobDescription: 'Bytte av sluk «på badet» 🛠\nmed ny tetting' })

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
