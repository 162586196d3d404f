import { perSecond } from './support/figures.ts'
import type { Stage } from './support/stage.ts'
import { drain, recordTransfer } from './support/transfers.ts'
import { UNPACED } from './support/world.ts'

/**
 * Measures the gain from more processes: one, two and four workers on one PostgreSQL drain the same
 * full lanes without pacing. Where processor time is the limit, as on one machine, the ratio shows
 * the spare cores; more processes must not be slower.
 */
export async function workers(stage: Stage) {
  if (stage.kind === 'embedded') return []
  const size = stage.smoke ? { lanes: 2, each: 2 } : { lanes: 40, each: 25 }
  const counts = stage.smoke ? [1, 2] : [1, 2, 4]
  return stage.inWorld(UNPACED, async (world) => {
    const people = await world.customers(size.lanes)
    for (const person of people) await recordTransfer(world, person)
    const rates = new Map<number, number>()
    for (const count of counts) {
      // The first process only serves users and wakes the workers.
      await world.restart(UNPACED, { ROLE: 'web' })
      const others = await world.workers(count, UNPACED)
      await drain(world, people, 2)
      rates.set(count, await drain(world, people, size.each))
      for (const other of others) await other.stop()
    }
    const alone = rates.get(1) ?? Number.NaN
    return counts.slice(1).map((count) => {
      const rate = rates.get(count) ?? Number.NaN
      return {
        what: `throughput, ${count} workers / one worker`,
        ours: `${perSecond(rate)} transfers`,
        against: `${perSecond(alone)} transfers`,
        ratio: rate / alone,
        target: null,
      }
    })
  })
}
