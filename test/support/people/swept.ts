import { sql } from 'drizzle-orm'
import { rowsOf } from '#server/platform/database/database'
import { readSession } from '#shared/contracts/auth'
import { until } from '../wait.ts'
import type { TestWorld } from '../world/world.ts'
import type { Visitor } from './browserless.ts'

/**
 * Waits until the user's jobs have been swept and no sweep is due, so that a job added now is not
 * found by a sweep for a quarter of an hour. For a new user two sweeps are awaited, because
 * activating the integration requests another sweep while the first is running. Returns the user's
 * id.
 */
export async function swept(world: TestWorld, visitor: Visitor): Promise<string> {
  const { id: userId } = await visitor.call(readSession)
  const { db, clock } = world.product.platform
  const minuteFromNow = () => new Date(clock.now() + 60_000).toISOString()
  await until('the jobs to have been looked for', async () => {
    const rows = await rowsOf(
      db,
      sql`select 1 from job_sweeps where user_id = ${userId}
          and cursor <> '' and next_at > ${minuteFromNow()}::timestamptz`,
    )
    return rows.length > 0
  })
  return userId
}
