import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addCompany } from '#test/support/world/add-company'
import { DATABASE_KINDS, openDatabases, type Databases } from '#test/support/world/databases'
import type { Db } from '../../platform/database/database.ts'
import { holdersOfDueRows } from '../../platform/database/holders.ts'
import { companies } from '../auth/tables.ts'
import { STARTS } from '../billing/subscriptions/subscription-store.ts'
import { configurations } from '../configuration/tables.ts'
import { connections } from '../connections/tables.ts'
import { SWEEPS } from '../inbox/queries.ts'
import { OPEN_EVENTS } from '../inbox/store.ts'
import { jobSweeps, webhookEvents } from '../inbox/tables.ts'
import { saveCursor } from '../mirrors/cursor-store.ts'
import { REFRESHES } from '../mirrors/schedule.ts'
import { PAYMENT_RUNS } from '../payments/schedule-store.ts'
import { PRICE_RUNS } from '../product-sync/price-sync/due-store.ts'
import { dueCompanies, type Recurring } from './due.ts'
import { keepAppointments, makeAppointments } from './store.ts'
import { appointments } from './tables.ts'

const MINUTE = 60_000
const ALL: Recurring[] = [SWEEPS, REFRESHES, PAYMENT_RUNS, PRICE_RUNS, STARTS]

describe.each(DATABASE_KINDS)('recurring work on the %s database', (kind) => {
  let databases: Databases
  let db: Db
  let now: Date

  beforeAll(async () => {
    databases = await openDatabases(kind)
    db = databases.one.db
  })
  afterAll(() => databases.close())
  beforeEach(async () => {
    await db.delete(companies)
    now = new Date()
  })

  const later = (ms: number) => new Date(now.getTime() + ms)
  const due = (work: Recurring, at = now, limit = 1_000) => dueCompanies(db, work, at, limit)

  async function customer(): Promise<string> {
    const id = randomUUID()
    await addCompany(db, { id })
    await db.insert(configurations).values({
      id: randomUUID(),
      companyId: id,
      fikenCompanySlug: 'fjordvik',
      isActive: true,
      activatedAt: now,
      autoPriceSyncEnabled: true,
      createdAt: now,
      updatedAt: now,
    })
    for (const vendor of ['servicem8', 'fiken'] as const)
      await db.insert(connections).values({
        id: randomUUID(),
        companyId: id,
        vendor,
        status: 'connected',
        account: id,
        lane: `${vendor}:${id}`,
        createdAt: now,
        updatedAt: now,
      })
    return id
  }

  async function allDone(companyId: string): Promise<void> {
    const slots = { companyId, accountUuid: companyId, cursor: '', lastAt: now }
    await db
      .insert(jobSweeps)
      .values({ ...slots, nextAt: later(15 * MINUTE) })
      .onConflictDoUpdate({ target: jobSweeps.companyId, set: { nextAt: later(15 * MINUTE) } })
    await saveCursor(db, companyId, 'refresh', '', {
      cursor: `${companyId}|fjordvik`,
      completedAt: now,
    })
    await saveCursor(db, companyId, 'payments', '', { cursor: '', completedAt: now })
    await db
      .update(configurations)
      .set({ lastAutoPriceSync: now })
      .where(eq(configurations.companyId, companyId))
    await db.execute(
      sql`insert into user_subscriptions (id, user_id, subscription_status, created_at, updated_at) values (${companyId}, ${companyId}, 'active', now(), now())`,
    )
  }

  it('is due immediately for a new customer, and again only when its time has come', async () => {
    const companyId = await customer()
    for (const work of ALL) expect(await due(work), work.work).toEqual([companyId])
    await allDone(companyId)
    for (const work of ALL) expect(await due(work), work.work).toEqual([])
    expect(await due(SWEEPS, later(14 * MINUTE))).toEqual([])
    expect(await due(SWEEPS, later(15 * MINUTE))).toEqual([companyId])
    expect(await due(REFRESHES, later(17 * MINUTE))).toEqual([companyId])
    expect(await due(PAYMENT_RUNS, later(70 * MINUTE))).toEqual([companyId])
    expect(await due(PRICE_RUNS, later(60 * MINUTE))).toEqual([companyId])
  })

  it('reads nobody whose time has not come', async () => {
    const companyId = await customer()
    await allDone(companyId)
    for (const work of ALL) await due(work)
    const unread: Recurring = {
      work: 'sweep',
      times: () => {
        throw new Error('somebody was read')
      },
    }
    expect(await due(unread, later(14 * MINUTE))).toEqual([])
  })

  const set = {
    connections: (changes: Partial<typeof connections.$inferInsert>) =>
      db.update(connections).set(changes),
    configurations: (changes: Partial<typeof configurations.$inferInsert>) =>
      db.update(configurations).set(changes),
    companies: (isActive: boolean) => db.update(companies).set({ isActive }),
  }

  it.each<[string, Recurring, before: () => Promise<unknown>, then: () => Promise<unknown>]>([
    [
      'ServiceM8 is connected again',
      SWEEPS,
      () => set.connections({ status: 'reauth_required' }),
      () => set.connections({ status: 'connected' }),
    ],
    [
      'the integration is switched on',
      SWEEPS,
      () => set.configurations({ isActive: false }),
      () => set.configurations({ isActive: true }),
    ],
    [
      'the user may use the product again',
      SWEEPS,
      () => set.companies(false),
      () => set.companies(true),
    ],
    [
      'a company is chosen',
      PAYMENT_RUNS,
      () => set.configurations({ fikenCompanySlug: null }),
      () => set.configurations({ fikenCompanySlug: 'fjordvik' }),
    ],
    [
      'a pause ends early',
      PAYMENT_RUNS,
      () => set.connections({ pausedUntil: later(MINUTE) }),
      () => set.connections({ pausedUntil: null }),
    ],
    [
      'prices are to be kept in step',
      PRICE_RUNS,
      () => set.configurations({ autoPriceSyncEnabled: false }),
      () => set.configurations({ autoPriceSyncEnabled: true }),
    ],
  ])('is due immediately when %s, and not before', async (_what, work, before, then) => {
    const companyId = await customer()
    await before()
    expect(await due(work)).toEqual([])
    expect(await due(work)).toEqual([])
    await then()
    expect(await due(work)).toEqual([companyId])
  })

  it('is due immediately for copies of another company than the one chosen', async () => {
    const companyId = await customer()
    await allDone(companyId)
    expect(await due(REFRESHES)).toEqual([])
    await set.configurations({ fikenCompanySlug: 'annet' })
    expect(await due(REFRESHES)).toEqual([companyId])
  })

  it('does not lose what changes while the times are read', async () => {
    const companyId = await customer()
    await allDone(companyId)
    const [kept] = await keepAppointments(db, 'sweep', now, {
      limit: 10,
      againMs: MINUTE,
      longestMs: 60 * MINUTE,
    })
    if (!kept) throw new Error('there was no appointment')
    await db.update(jobSweeps).set({ nextAt: now }).where(eq(jobSweeps.companyId, companyId))
    // According to the previous read, no work is due for an hour.
    await makeAppointments(db, 'sweep', [{ ...kept, lookAt: later(60 * MINUTE) }])
    expect(await due(SWEEPS)).toEqual([companyId])
  })

  it('names everybody who is due in batches, the longest first, and nobody twice before half a minute', async () => {
    const ids: string[] = []
    for (let n = 0; n < 25; n += 1) {
      const companyId = await customer()
      await db.insert(jobSweeps).values({ companyId, nextAt: later(-60_000 + n) })
      ids.push(companyId)
    }
    // A user whose data has changed is checked first; then each user gets the appointment computed
    // from the sweep.
    await db.update(appointments).set({ lookAt: sql`now() + interval '1 second'` })
    await db.execute(
      sql`update appointments a set look_at = s.next_at from job_sweeps s where s.user_id = a.user_id`,
    )
    const named = [
      await due(SWEEPS, now, 10),
      await due(SWEEPS, now, 10),
      await due(SWEEPS, now, 10),
    ]
    expect(named.map(({ length }) => length)).toEqual([10, 10, 5])
    expect(named.flat()).toEqual(ids)
    expect(await due(SWEEPS, now, 10)).toEqual([])
    expect(await due(SWEEPS, later(31_000), 100)).toHaveLength(25)
  })

  it('looks at everybody after the clock was set back', async () => {
    const companyId = await customer()
    await db.update(appointments).set({ lookAt: later(10 * 24 * 60 * MINUTE) })
    expect(await due(SWEEPS)).toEqual([companyId])
  })

  it('finds those who hold rows that are due, by turns, and costs nobody else', async () => {
    const people: string[] = []
    for (let n = 0; n < 5; n += 1) people.push(await customer())
    people.sort()
    const [first = '', second = '', third = '', fourth = ''] = people
    const event = { eventType: 'job.updated', objectId: 'job', createdAt: now }
    const values = [
      { ...event, companyId: first },
      { ...event, companyId: first, nextAttemptAt: later(MINUTE) },
      { ...event, companyId: second, nextAttemptAt: later(MINUTE) },
      { ...event, companyId: third, nextAttemptAt: later(-MINUTE) },
      { ...event, companyId: fourth, processed: true },
    ]
    await db.insert(webhookEvents).values(values)
    expect(await holdersOfDueRows(OPEN_EVENTS)(db, now)).toEqual([first, third])
    const byTwo = holdersOfDueRows(OPEN_EVENTS, 2)
    const looks = [await byTwo(db, now), await byTwo(db, now), await byTwo(db, now)]
    expect(looks).toEqual([[first], [third], [first]])
  })
})
