import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { memoryPlatform } from '#test/support/world/memory-platform'
import {
  addEvents,
  finishSweep,
  forgetSweep,
  openJobs,
  postponeEvents,
  postponeSweep,
  scheduleSweep,
  settleEvents,
  sweepOf,
  withLaterEvents,
  type OpenJob,
} from './store.ts'

const LATER = new Date('2026-11-21T12:00:00Z')
let companyId: string

const memory = await memoryPlatform()
afterAll(() => memory.close())
beforeEach(async () => {
  companyId = await memory.addUser()
  await addEvents(
    memory.platform.db,
    companyId,
    'sweep',
    ['first', 'second', 'third'],
    new Date('2026-11-21T10:00:00Z'),
  )
})

const open = (now: Date) => openJobs(memory.platform.db, companyId, now, 10)
const postpone = (of: Parameters<typeof postponeEvents>[2]) =>
  postponeEvents(memory.platform.db, companyId, of, LATER, 'svarer ikke')

describe('a look that could not be finished because the account does not answer', () => {
  it('makes the whole account wait, and counts only against the job that was looked at', async () => {
    for (let time = 0; time < 4; time += 1) await postpone({ jobUuid: null, failed: 'first' })
    expect(await open(new Date(LATER.getTime() - 1))).toEqual([])
    const attempts = (await open(LATER)).map((job) => [job.jobUuid, job.attempts])
    expect(Object.fromEntries(attempts)).toEqual({ first: 4, second: 0, third: 0 })
  })

  it('is followed by the others: a job that always fails blocks nobody', async () => {
    await postpone({ jobUuid: null, failed: 'first' })
    expect((await open(LATER)).map((job) => job.jobUuid)).toEqual(['second', 'third', 'first'])
  })

  it('does not count as a failure when the job is only busy', async () => {
    await postpone({ jobUuid: 'second', failed: null })
    expect((await open(LATER)).map((job) => [job.jobUuid, job.attempts])).toEqual([
      ['first', 0],
      ['second', 0],
      ['third', 0],
    ])
  })
})

describe('pings that come between the beginning of a look and its fetch', () => {
  const add = (eventType: Parameters<typeof addEvents>[2]) =>
    addEvents(memory.platform.db, companyId, eventType, ['pinged'], LATER)
  const pinged = async () => {
    await add('job.status_changed')
    const job = (await open(LATER)).find(({ jobUuid }) => jobUuid === 'pinged')
    if (!job) throw new Error('the job is not open')
    return job
  }
  const settle = async (job: OpenJob) => {
    const { db } = memory.platform
    await settleEvents(db, companyId, await withLaterEvents(db, companyId, job), {
      problem: null,
      jobState: null,
    })
    return (await open(LATER)).some(({ jobUuid }) => jobUuid === 'pinged')
  }

  it('are answered by it', async () => {
    const job = await pinged()
    await add('job.completed')
    expect(await settle(job)).toBe(false)
  })

  it('are looked at on their own when a person has asked meanwhile, whose jobs are judged otherwise', async () => {
    const job = await pinged()
    await add('manual')
    expect(await settle(job)).toBe(true)
  })

  it('of another job stay as they are', async () => {
    const job = await pinged()
    await settle(job)
    expect((await open(LATER)).map(({ jobUuid }) => jobUuid)).toEqual(['first', 'second', 'third'])
  })
})

describe('a sweep', () => {
  const at = (seconds: number) => new Date(LATER.getTime() + seconds * 1_000)
  /**
   * Returns the state of a sweep that runs from 0 to 20 s and sets the next appointment to 900 s.
   */
  const took = (appointment: Date | null) => ({
    appointment,
    startedAt: at(0),
    now: at(20),
    nextAt: at(900),
  })
  const failed = async (appointment: Date | null) => {
    await postponeSweep(memory.platform.db, companyId, took(appointment))
    return (await sweepOf(memory.platform.db, companyId))?.nextAt
  }
  const finished = async (appointment: Date | null) => {
    const done = { ...took(appointment), accountUuid: 'account', cursor: '2026-11-21 12:00:00' }
    await finishSweep(memory.platform.db, companyId, done)
    const { cursor, nextAt, lastAt } = (await sweepOf(memory.platform.db, companyId)) ?? {}
    expect(lastAt).toEqual(at(0))
    return { cursor, nextAt }
  }
  const NEXT = { cursor: '2026-11-21 12:00:00', nextAt: at(900) }

  it('that failed is retried later', async () => {
    expect(await failed(null)).toEqual(at(900))
    await scheduleSweep(memory.platform.db, companyId, at(-5))
    expect(await failed(at(-5))).toEqual(at(900))
  })

  it('moves the mark and the appointment, the first one too, and one made before its time', async () => {
    expect(await finished(null)).toEqual(NEXT)
    await scheduleSweep(memory.platform.db, companyId, at(-5))
    expect(await finished(at(-5))).toEqual(NEXT)
    await scheduleSweep(memory.platform.db, companyId, at(600))
    expect(await finished(at(600))).toEqual(NEXT)
  })

  // In the second case the request comes after the sweep last read the clock, in the third it is
  // made by a slow clock, and in the fourth it is made exactly at the appointment.
  it.each([
    ['while it ran, as after reconnecting', 10, -5],
    ['just before it wrote what it had done', 25, -5],
    ['by another process, whose clock is behind', -3, -5],
    ['again in the moment when it began', 0, 0],
  ])('does not delay one that was asked for %s', async (_when, asked, appointed) => {
    await forgetSweep(memory.platform.db, companyId, at(asked))
    expect(await failed(at(appointed))).toEqual(at(asked))
    expect(await finished(at(appointed))).toEqual({ cursor: '', nextAt: at(asked) })
  })

  it('leaves what was asked for while the account was swept for the first time', async () => {
    await forgetSweep(memory.platform.db, companyId, at(25))
    expect(await finished(null)).toEqual({ cursor: '', nextAt: at(25) })
  })
})
