import { sql } from 'drizzle-orm'
import { rowsOf } from '#server/platform/database/database'
import { readSession } from '#shared/contracts/auth'
import { until } from '../wait.ts'
import type { TimedWorld } from './person.ts'
import { startPlumber } from './plumber.ts'

type Timed = Pick<TimedWorld, 'product' | 'advance'>

const HOUR_MS = 3_600_000

async function lastLook(world: Pick<Timed, 'product'>, userId: string): Promise<string> {
  const rows = await rowsOf<{ at: string }>(
    world.product.platform.db,
    sql`select completed_at::text as at from mirror_cursors where user_id = ${userId} and mirror = 'payments' and scope = ''`,
  )
  return rows[0]?.at ?? ''
}

export function looksBegun(world: Pick<Timed, 'product'>, userId: string): Promise<unknown> {
  return until('the first hour to have begun', async () => (await lastLook(world, userId)) !== '')
}

/** Moves the clock, and waits until the next payment check has finished, whatever its result. */
export async function nextLook(
  world: Timed,
  userId: string,
  milliseconds = HOUR_MS + 900_000,
): Promise<void> {
  const before = await lastLook(world, userId)
  world.advance(milliseconds)
  await until(
    'payments to have been asked about',
    async () => (await lastLook(world, userId)) !== before,
  )
}

export async function startFollowedPlumber() {
  const plumber = await startPlumber()
  const userId = (await plumber.person.call(readSession)).id
  await looksBegun(plumber.world, userId)
  const anHourLater = () =>
    nextLook({ product: plumber.world.product, advance: plumber.later }, userId)
  return { plumber, userId, anHourLater }
}
