import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { memoryPlatform, type MemoryPlatform } from '#test/support/memory-platform'
import { addEvents, openJobs, postponeEvents, postponeSweep, scheduleSweep } from './store.ts'
import { jobSweeps } from './tables.ts'

const LATER = new Date('2026-11-21T12:00:00Z')
let memory: MemoryPlatform
let userId: string

beforeAll(async () => {
  memory = await memoryPlatform()
})
afterAll(() => memory.close())
beforeEach(async () => {
  userId = await memory.addUser()
  await addEvents(memory.platform.db, userId, 'sweep', ['first', 'second', 'third'], new Date('2026-11-21T10:00:00Z'))
})

const open = (now: Date) => openJobs(memory.platform.db, userId, now, 10)
const postpone = (of: Parameters<typeof postponeEvents>[2]) =>
  postponeEvents(memory.platform.db, userId, of, LATER, 'svarer ikke')

describe('a look that could not be finished because the account does not answer', () => {
  it('lets the whole account wait, and counts against the job that was looked at alone', async () => {
    for (let time = 0; time < 4; time += 1) await postpone({ jobUuid: null, failed: 'first' })
    expect(await open(new Date(LATER.getTime() - 1))).toEqual([])
    const attempts = (await open(LATER)).map((job) => [job.jobUuid, job.attempts])
    expect(Object.fromEntries(attempts)).toEqual({ first: 4, second: 0, third: 0 })
  })

  it('is followed by the others: a job that always fails holds nobody up', async () => {
    await postpone({ jobUuid: null, failed: 'first' })
    expect((await open(LATER)).map((job) => job.jobUuid)).toEqual(['second', 'third', 'first'])
  })

  it('counts against nobody when the job is only busy', async () => {
    await postpone({ jobUuid: 'second', failed: null })
    expect((await open(LATER)).map((job) => [job.jobUuid, job.attempts])).toEqual([
      ['first', 0],
      ['second', 0],
      ['third', 0],
    ])
  })
})

describe('a sweep that failed', () => {
  const at = (seconds: number) => new Date(LATER.getTime() + seconds * 1_000)
  const failed = () =>
    postponeSweep(memory.platform.db, userId, { startedAt: at(0), now: at(20), nextAt: at(900) }).then(() =>
      memory.platform.db.select({ nextAt: jobSweeps.nextAt }).from(jobSweeps).where(eq(jobSweeps.userId, userId)),
    )

  it('is made again later', async () => {
    expect(await failed()).toEqual([{ nextAt: at(900) }])
    await scheduleSweep(memory.platform.db, userId, at(-5))
    expect(await failed()).toEqual([{ nextAt: at(900) }])
  })

  it('does not put off the one that was asked for while it ran, as after connecting again', async () => {
    await scheduleSweep(memory.platform.db, userId, at(10))
    expect(await failed()).toEqual([{ nextAt: at(10) }])
  })
})
