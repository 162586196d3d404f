import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASE_KINDS, openDatabases, type Databases } from '#test/support/world/databases'
import {
  askedInVain,
  heldRequest,
  HOUR_MS,
  twoLimiters,
  UNHURRIED_TEST,
  watchedVendor,
} from '#test/support/world/limiters'
import { until } from '#test/support/wait'
import { systemClock } from '../clock.ts'
import { rowsOf, type Db } from '../database/database.ts'
import { createVendorLimiter } from './vendor-limiter.ts'

const MINUTE_MS = 60_000

describe.each(DATABASE_KINDS)('a lease of the vendor limiter on the %s database', (kind) => {
  let databases: Databases
  const two = () => twoLimiters(databases, UNHURRIED_TEST)

  beforeAll(async () => {
    databases = await openDatabases(kind)
  })
  afterAll(() => databases.close())

  it('that is a long one lasts for five ordinary ones, and for as long as it is extended', async () => {
    const { one, other, lane, otherInVain, passTime } = two()
    const work = heldRequest()
    let prolong = () => Promise.resolve(false)
    const held = one.serialized(
      lane,
      (slot) => {
        prolong = slot.prolong
        return work.run()
      },
      { longLease: true },
    )
    await until('the slot to be taken', () => Promise.resolve(work.begun()))
    const next = heldRequest()
    const took = other.serialized(lane, next.run)
    for (let times = 0; times < 3; times += 1) {
      await passTime(4 * HOUR_MS)
      await otherInVain()
      expect(next.begun()).toBe(false)
      expect(await prolong()).toBe(true)
    }
    // Simulates a database outage longer than the lease.
    await passTime(5 * HOUR_MS - 10 * MINUTE_MS)
    await otherInVain()
    expect(next.begun()).toBe(false)
    await passTime(10 * MINUTE_MS)
    await until('the lease to run out', () => Promise.resolve(next.begun()))
    expect(await prolong()).toBe(false)
    work.end()
    await held
    next.end()
    await took
  })

  it('that is a long one expires like an ordinary one when nobody waited for the answer', async () => {
    const { one, other, lane, otherInVain, passTime } = two()
    await one.serialized(lane, () => Promise.resolve(), { longLease: true, gaveUp: () => true })
    const next = heldRequest()
    const took = other.serialized(lane, next.run)
    await passTime(HOUR_MS - 10 * MINUTE_MS)
    await otherInVain()
    expect(next.begun()).toBe(false)
    await passTime(10 * MINUTE_MS)
    await until('the lease to run out', next.begun)
    next.end()
    await took
  })

  it('of a process that died is waited for to its end, and its late end does not free another’s lane', async () => {
    const { one, other, lane, otherInVain, passTime } = two()
    const dead = heldRequest()
    const holding = one.serialized(lane, dead.run)
    await until('the request to begin', dead.begun)

    const living = heldRequest()
    const next = other.serialized(lane, living.run)
    await passTime(HOUR_MS - 10 * MINUTE_MS)
    await otherInVain()
    expect(living.begun()).toBe(false)
    await passTime(10 * MINUTE_MS)
    await until('the next request to begin', living.begun)

    dead.end()
    await holding
    const [row] = await rowsOf<{ held: boolean }>(
      databases.one.db,
      sql`select holder is not null as held from vendor_lanes where lane = ${lane}`,
    )
    expect(row?.held).toBe(true)
    living.end()
    await next
  })

  it('of an abandoned request expires, as the vendor may still be working on it', async () => {
    const { one, other, lane, refused, otherInVain, passTime } = two()
    const gaveUp = () => Promise.reject(new Error('no answer in time'))
    await expect(one.serialized(lane, gaveUp, { gaveUp: () => true })).rejects.toThrow(
      'no answer in time',
    )
    const fiken = watchedVendor()
    const waiting = [
      one.serialized(lane, fiken.call('here')),
      other.serialized(lane, fiken.call('there')),
    ]
    await passTime(HOUR_MS - 10 * MINUTE_MS)
    await Promise.all([askedInVain(refused.one), otherInVain()])
    expect(fiken.order()).toEqual([])
    await passTime(10 * MINUTE_MS)
    await Promise.all(waiting)
    expect(fiken.most()).toBe(1)
  })

  it('that a process slept past between asking and sending does not let it send', async () => {
    // The first process has a short lease, so that it notices that it slept, but long enough for a
    // busy machine to take the lease again. The second process's lease outlasts the test.
    const { other, lane } = two()
    const awake = Promise.withResolvers<unknown>()
    const fallenAsleep = Promise.withResolvers<unknown>()
    let sleeps = true
    let refused = 0
    const sleepy = createVendorLimiter(
      afterEach(databases.one.db, async (answer) => {
        // The lease has been granted, but the process is suspended before it receives the result.
        if (!sleeps) refused += granted(answer) ? 0 : 1
        if (!sleeps || !granted(answer)) return
        sleeps = false
        fallenAsleep.resolve(null)
        await awake.promise
      }),
      systemClock,
      { ...UNHURRIED_TEST, leaseMs: 1_500 },
    )
    const fiken = watchedVendor()
    const zombie = sleepy.serialized(lane, fiken.call('zombie'))
    await fallenAsleep.promise

    const living = heldRequest()
    const next = other.serialized(lane, async () => {
      await living.run()
      await fiken.call('living')()
    })
    await until('somebody else to have the lane', living.begun)
    awake.resolve(null)
    // The first process checks its fence number and then tries several times to take a new lease.
    await until('the zombie to ask again', () => refused > 6)
    expect(fiken.order()).toEqual([])
    living.end()
    await Promise.all([next, zombie])
    expect(fiken.order()).toEqual(['living', 'zombie'])
    expect(fiken.most()).toBe(1)
  })
})

function afterEach(db: Db, then: (answer: unknown) => Promise<void>): Db {
  return new Proxy(db, {
    get: (target, name) => {
      if (name !== 'execute') return Reflect.get(target, name) as unknown
      return async (statement: Parameters<Db['execute']>[0]) => {
        const answer: unknown = await target.execute(statement)
        await then(answer)
        return answer
      }
    },
  })
}

function granted(answer: unknown): boolean {
  const rows = (answer as { rows?: Record<string, unknown>[] }).rows ?? []
  return rows[0]?.['fence'] !== undefined && rows[0]['fence'] !== null
}
