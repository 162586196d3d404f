import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASE_KINDS, openDatabases, type Databases } from '#test/support/databases'
import { until } from '#test/support/wait'
import { systemClock } from './clock.ts'
import { rowsOf, type Db } from './database/database.ts'
import { createVendorGate, GATE_DEFAULTS, GateBusy, GateClosed, type GateSettings } from './vendor-gate.ts'

const QUICK: GateSettings = { ...GATE_DEFAULTS, leaseMs: 60_000, spacingMs: 0, patienceMs: 20_000 }

/** A request that lasts until the test ends it. */
function request() {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  let begun = false
  return {
    run: async () => {
      begun = true
      await promise
    },
    begun: () => begun,
    end: () => resolve(null),
  }
}

/** Counts how many requests are under way at once, and notes the order of their starts. */
function vendor() {
  let underWay = 0
  let most = 0
  const starts: { who: string; at: number }[] = []
  return {
    call: (who: string) => async () => {
      starts.push({ who, at: performance.now() })
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((resolve) => setImmediate(resolve))
      underWay -= 1
    },
    most: () => most,
    order: () => starts.map(({ who }) => who),
    span: () => (starts.at(-1)?.at ?? 0) - (starts[0]?.at ?? 0),
  }
}

describe.each(DATABASE_KINDS)('the vendor gate on the %s database', (kind) => {
  let databases: Databases
  let lanes = 0
  /** Two processes, and a lane that nobody has used. */
  const two = (settings: Partial<GateSettings> = {}) => {
    lanes += 1
    const all = { ...QUICK, ...settings }
    return {
      one: createVendorGate(databases.one.db, systemClock, all),
      other: createVendorGate(databases.other.db, systemClock, all),
      lane: `fiken:${lanes}`,
    }
  }
  const isWaitedFor = async (lane: string) => {
    const [row] = await rowsOf<{ ok: boolean }>(
      databases.one.db,
      sql`select interactive_waiting > clock_timestamp() as ok from vendor_lanes where lane = ${lane}`,
    )
    return row?.ok
  }

  beforeAll(async () => {
    databases = await openDatabases(kind)
  })
  afterAll(() => databases.close())

  it('keeps a long lease through five ordinary ones, and for as long as it is prolonged', async () => {
    const { one, other, lane } = two({ leaseMs: 200, spacingMs: 0 })
    const work = request()
    let prolong = () => Promise.resolve(false)
    const held = one.oneAtATime(
      lane,
      (slot) => {
        prolong = slot.prolong
        return work.run()
      },
      { longLease: true },
    )
    await until('the slot to be taken', () => Promise.resolve(work.begun()))
    const next = request()
    const took = other.oneAtATime(lane, next.run)
    const began = performance.now()
    while (performance.now() - began < 1_500) {
      expect(await prolong()).toBe(true)
      expect(next.begun()).toBe(false)
      await systemClock.sleep(100)
    }
    // As when the database has been away for longer than that.
    await until('the lease to run out', () => Promise.resolve(next.begun()))
    expect(performance.now() - began).toBeGreaterThan(1_500 + 4 * 200)
    expect(await prolong()).toBe(false)
    work.end()
    await held
    next.end()
    await took
  })

  it('leaves a long lease to run out as an ordinary one when nobody waited for the answer', async () => {
    const { one, other, lane } = two({ leaseMs: 500, spacingMs: 0 })
    await one.oneAtATime(lane, () => Promise.resolve(), { longLease: true, gaveUp: () => true })
    const began = performance.now()
    await other.oneAtATime(lane, () => Promise.resolve())
    const waited = performance.now() - began
    expect(waited).toBeGreaterThan(300)
    expect(waited).toBeLessThan(2_000)
  })

  it('lets one request at a time through, whichever process and person it is for', async () => {
    const { one, other, lane } = two()
    const fiken = vendor()
    const calls = Array.from({ length: 40 }, (_, n) =>
      (n % 2 ? one : other).oneAtATime(lane, fiken.call(String(n)), { interactive: n % 3 === 0 }),
    )
    await Promise.all(calls)
    expect(fiken.order()).toHaveLength(40)
    expect(fiken.most()).toBe(1)
  })

  it('frees the lane when a request fails, and passes its error on', async () => {
    const { one, other, lane } = two()
    await expect(one.oneAtATime(lane, () => Promise.reject(new Error('500')))).rejects.toThrow('500')
    expect(await other.oneAtATime(lane, () => Promise.resolve('next'))).toBe('next')
  })

  it('keeps the pace that the vendor asks for, over all processes, and none where none is asked for', async () => {
    const { one, other, lane } = two({ spacingMs: 50 })
    const paced = vendor()
    await Promise.all(Array.from({ length: 9 }, (_, n) => (n % 2 ? one : other).oneAtATime(lane, paced.call(String(n)))))
    // Eight pauses; the first start is seen a little after it was granted.
    expect(paced.span()).toBeGreaterThan(8 * 50 - 40)

    const free = vendor()
    const asked = { ...two({ spacingMs: 60_000 }) }
    for (let n = 0; n < 3; n += 1) await asked.one.oneAtATime(asked.lane, free.call(String(n)), { unpaced: true })
    expect(free.order()).toHaveLength(3)
  })

  it('serves a person at a screen before work that has waited longer', async () => {
    const { one, other, lane } = two()
    const fiken = vendor()
    const first = request()
    const holding = one.oneAtATime(lane, first.run)
    await until('the first request to begin', first.begun)
    const waiting = [
      one.oneAtATime(lane, fiken.call('work here')),
      other.oneAtATime(lane, fiken.call('work there')),
      one.oneAtATime(lane, fiken.call('person here'), { interactive: true }),
    ]
    first.end()
    await Promise.all([holding, ...waiting])
    expect(fiken.order().indexOf('person here')).toBeLessThan(fiken.order().indexOf('work here'))
  })

  it('serves a person in one process before work in another', async () => {
    const { one, other, lane } = two()
    const fiken = vendor()
    const first = request()
    const holding = one.oneAtATime(lane, first.run)
    await until('the first request to begin', first.begun)
    const person = other.oneAtATime(lane, fiken.call('person'), { interactive: true })
    await until('the person to be known to be waiting', () => isWaitedFor(lane))
    const work = one.oneAtATime(lane, fiken.call('work'))
    first.end()
    await Promise.all([holding, person, work])
    expect(fiken.order()).toEqual(['person', 'work'])
  })

  it('tells a person that the vendor is busy instead of letting them wait for ever, and goes on without them', async () => {
    const { one, other, lane } = two({ patienceMs: 60 })
    const first = request()
    const holding = one.oneAtATime(lane, first.run)
    await until('the first request to begin', first.begun)
    const late = vendor()
    // In the same process it waits in the line, in another at the row.
    await expect(one.oneAtATime(lane, late.call('here'), { interactive: true })).rejects.toThrow(GateBusy)
    await expect(other.oneAtATime(lane, late.call('there'), { interactive: true })).rejects.toThrow(GateBusy)
    const work = one.oneAtATime(lane, () => Promise.resolve('done'))
    first.end()
    await holding
    expect(await work).toBe('done')
    expect(late.order()).toEqual([])
  })

  it('lets work that is told to stop go without having sent anything', async () => {
    const { one, other, lane } = two()
    const first = request()
    const holding = one.oneAtATime(lane, first.run)
    await until('the first request to begin', first.begun)
    const stopping = new AbortController()
    const late = vendor()
    const waiting = other.oneAtATime(lane, late.call('work'), { signal: stopping.signal })
    stopping.abort()
    await expect(waiting).rejects.toThrow(GateClosed)
    expect(late.order()).toEqual([])
    first.end()
    await holding
  })

  it('waits the whole lease of a process that died, and lets its late end free nobody else', async () => {
    const { one, other, lane } = two({ leaseMs: 400 })
    const dead = request()
    const began = performance.now()
    const holding = one.oneAtATime(lane, dead.run)
    await until('the request to begin', dead.begun)

    const living = request()
    const next = other.oneAtATime(lane, living.run)
    await until('the next request to begin', living.begun)
    // What it took until the lease was written came on top.
    expect(performance.now() - began).toBeGreaterThanOrEqual(400)

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

  it('leaves the lease of a request to run out that nobody waited for to the end, as the vendor may still be at it', async () => {
    const { one, other, lane } = two({ leaseMs: 400 })
    const began = performance.now()
    const gaveUp = () => Promise.reject(new Error('no answer in time'))
    await expect(one.oneAtATime(lane, gaveUp, { gaveUp: () => true })).rejects.toThrow('no answer in time')
    const fiken = vendor()
    await Promise.all([one.oneAtATime(lane, fiken.call('here')), other.oneAtATime(lane, fiken.call('there'))])
    expect(performance.now() - began).toBeGreaterThanOrEqual(400)
    expect(fiken.most()).toBe(1)
  })

  it('sends nothing that is no longer wanted when its turn comes, and frees the lane at once', async () => {
    const { one, other, lane } = two()
    const fiken = vendor()
    const unwanted = { guard: () => Promise.reject(new Error('another has the row')) }
    await expect(one.oneAtATime(lane, fiken.call('unwanted'), unwanted)).rejects.toThrow('another has the row')
    await other.oneAtATime(lane, fiken.call('next'))
    expect(fiken.order()).toEqual(['next'])
  })

  it('does not let a process send that slept past its lease between asking and sending', async () => {
    // Only the sleeper's lease is short: the other's must outlast a busy machine.
    const { other, lane } = two()
    const awake = Promise.withResolvers<unknown>()
    const fallenAsleep = Promise.withResolvers<unknown>()
    let sleeps = true
    let refused = 0
    const sleepy = createVendorGate(
      afterEach(databases.one.db, async (answer) => {
        // The lease has been granted, and the process is stopped before it hears so.
        if (!sleeps) refused += granted(answer) ? 0 : 1
        if (!sleeps || !granted(answer)) return
        sleeps = false
        fallenAsleep.resolve(null)
        await awake.promise
      }),
      systemClock,
      { ...QUICK, leaseMs: 200 },
    )
    const fiken = vendor()
    const zombie = sleepy.oneAtATime(lane, fiken.call('zombie'))
    await fallenAsleep.promise

    const living = request()
    const next = other.oneAtATime(lane, async () => {
      await living.run()
      await fiken.call('living')()
    })
    await until('somebody else to have the lane', living.begun)
    awake.resolve(null)
    // Its own look at the fence, and then several tries for a lease of its own.
    await until('the zombie to ask anew', () => refused > 6)
    expect(fiken.order()).toEqual([])
    living.end()
    await Promise.all([next, zombie])
    expect(fiken.order()).toEqual(['living', 'zombie'])
    expect(fiken.most()).toBe(1)
  })

  it('lets what can wait go between two pieces of work, not between the requests of one', async () => {
    const { one, other, lane } = two({ spacingMs: 100 })
    const fiken = vendor()
    await one.oneAtATime(lane, fiken.call('work'))
    const unhurried = other.oneAtATime(lane, fiken.call('copy'), { unhurried: true })
    for (let n = 0; n < 6; n += 1) await one.oneAtATime(lane, fiken.call('work'))
    await unhurried
    expect(fiken.order()).toEqual([...Array.from({ length: 7 }, () => 'work'), 'copy'])
  })

  it("spends an account's allowance evenly over all processes, and keeps some of it for people", async () => {
    const { one, other } = two({ bucketPerSecond: 50, bucketBurst: 10 })
    const bucket = `servicem8:${kind}`
    const began = performance.now()
    const work = Array.from({ length: 25 }, (_, n) => (n % 2 ? one : other).inBucket(bucket, () => Promise.resolve(n)))
    await work[0]
    expect(await one.inBucket(bucket, () => Promise.resolve('at once'), { interactive: true })).toBe('at once')
    await Promise.all(work)
    // Five of the ten are there for work at once; the other twenty, and the person's one, come at fifty a second.
    expect(performance.now() - began).toBeGreaterThan((20 / 50) * 1_000 - 50)
  })
})

/** The database with something done after each statement, before its answer is heard. */
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
