import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCompany } from '#test/support/world/add-company'
import { openDatabases, type Databases } from '#test/support/world/databases'
import { plansOf } from '#test/support/plans-of'
import type { Db } from '../../platform/database/database.ts'
import { looksAt, postponeEvents, settleEvents } from './store.ts'
import { lastPendingEvent } from './queries.ts'

/**
 * The size of the test data: 100,000 events of five users, each with 4,000 jobs. A fifth of the
 * events are unprocessed.
 */
const USERS = 5
const EVENTS_EACH = 20_000
const JOBS_EACH = 4_000

let databases: Databases
let companyId: string

beforeAll(async () => {
  databases = await openDatabases('postgres')
  const { db } = databases.one
  for (let n = 0; n < USERS; n += 1) {
    companyId = randomUUID()
    const address = `person${n}@example.no`
    await addCompany(db, { id: companyId, email: address })
    await db.execute(sql`
      insert into webhook_events (user_id, event_type, object_type, object_id, processed, created_at)
      select ${companyId}::uuid, 'job.updated', 'job', 'job-' || (n % ${JOBS_EACH}), n % 5 > 0, now() - n * interval '1 second'
      from generate_series(1, ${EVENTS_EACH}) n`)
  }
  // The statistics are computed from all rows, because a sample differs from run to run and may
  // lead to another query plan.
  await db.execute(sql`alter table webhook_events alter column object_id set statistics 1000`)
  await db.execute(sql`vacuum analyze webhook_events`)
}, 120_000)
afterAll(() => databases.close())

it.each<[string, (db: Db) => Promise<unknown>]>([
  ['the latest unprocessed event of a job', (db) => lastPendingEvent(db, companyId, 'job-7')],
  [
    'which jobs of a page have been processed',
    (db) =>
      looksAt(
        db,
        companyId,
        Array.from({ length: 200 }, (_, n) => `job-${n}`),
        new Date(),
      ),
  ],
  [
    'to settle the events of a job',
    (db) =>
      settleEvents(
        db,
        companyId,
        { jobUuid: 'job-7', lastId: 50_000 },
        { problem: null, jobState: 'x' },
      ),
  ],
  [
    'to make the events of a job wait',
    (db) =>
      postponeEvents(db, companyId, { jobUuid: 'job-8', failed: 'job-8' }, new Date(), 'away'),
  ],
])(
  'among a hundred thousand events only the job’s own are read to find out: %s',
  async (_what, ask) => {
    const plans = await plansOf(databases.one, ask)
    expect(plans).toHaveLength(1)
    expect(plans[0]).toContain('webhook_events_job')
    expect(plans[0]).not.toContain('Seq Scan on webhook_events')
  },
)
