import { compared, mebibytes, median, ms } from './support/figures.ts'
import type { Stage } from './support/stage.ts'
import { drain, queueCopies, recordTransfer } from './support/transfers.ts'
import { UNPACED, type BenchWorld, type Customer } from './support/world.ts'

interface Memory {
  heapUsed: number
  rss: number
}

/**
 * Measures 100 000 queued rows: the time of a claim and of the tick's query for lanes, against a
 * nearly empty table, and the product's memory against its memory before.
 */
export async function backlog(stage: Stage) {
  const size = stage.smoke
    ? { rows: 500, times: 5, run: 3 }
    : { rows: 100_000, times: 100, run: 100 }
  // Without a tick, queued rows stay queued until the benchmark wakes a lane.
  return stage.inWorld({ ...UNPACED, tickMs: 86_400_000 }, async (world) => {
    const [person, other] = await world.customers(2)
    if (!person || !other) throw new Error('nobody is there')
    for (const each of [person, other]) await recordTransfer(world, each)
    await drain(world, [person], size.run)

    const before = await world.product.ask<Memory>('memory')
    const alone = await claims(world, person, size.times)
    // One row in each lane, as a reference: the time to find the same two lanes with nothing else
    // queued.
    await queueCopies(world, [person, other], 1)
    const aloneTick = median(await world.product.ask<number[]>('ticks', size.times))

    await fill(world, [person, other], size.rows / 2)
    const among = await claims(world, person, size.times)
    const amongTick = median(await world.product.ask<number[]>('ticks', size.times))
    await clearSome(world, person, size.run)
    const after = await world.product.ask<Memory>('memory')
    stage.say(`rss ${mebibytes(before.rss)} → ${mebibytes(after.rss)}`)
    const rows = size.rows.toLocaleString('en')
    return [
      compared(`claim with ${rows} queued / with none`, ms, among, alone, { most: 1.5 }),
      compared(
        `look for two due lanes with ${rows} queued / with one in each`,
        ms,
        amongTick,
        aloneTick,
        null,
      ),
      compared(
        `heap after work with ${rows} queued / with none`,
        mebibytes,
        after.heapUsed,
        before.heapUsed,
        { most: 1.2 },
      ),
      compared(
        `resident memory with ${rows} queued / with none`,
        mebibytes,
        after.rss,
        before.rss,
        null,
      ),
    ]
  })
}

/** Returns the median time of claiming the lane's oldest rows, then marks the rows as completed. */
async function claims(world: BenchWorld, person: Customer, times: number): Promise<number> {
  await queueCopies(world, [person], times, {
    created_at: `now() - interval '1 day' + make_interval(secs => n)`,
  })
  const spent = await world.product.ask<number[]>('claims', { lane: person.lane, times })
  await world.sql(
    `update transfers set status = 'completed', claim = null where status = 'processing'`,
  )
  return median(spent)
}

/** Inserts rows in portions, so that inserting does not itself use up memory. */
async function fill(world: BenchWorld, people: Customer[], each: number): Promise<void> {
  const portion = Math.min(each, 5_000)
  for (let done = 0; done < each; done += portion) await queueCopies(world, people, portion)
  await world.sql('analyze transfers')
}

/** Processes part of the queue, then holds the lane as during an outage. */
async function clearSome(world: BenchWorld, person: Customer, count: number): Promise<void> {
  const done = async () =>
    Number(
      (
        await world.sql<{ n: string }>(
          `select count(*)::text as n from transfers where status = 'completed'`,
        )
      )[0]?.n,
    )
  const goal = (await done()) + count
  await world.product.ask('wake', { queue: 'transfer-lane', lane: person.lane })
  while ((await done()) < goal) await new Promise((resolve) => setTimeout(resolve, 200))
  await world.sql(
    `update connections set paused_until = now() + interval '1 day' where vendor = 'fiken'`,
  )
  while ((await world.sql(`select 1 from transfers where status = 'processing'`)).length > 0) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
