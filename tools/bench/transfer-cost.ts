import { compared, ms, perSecond } from './support/figures.ts'
import type { Stage } from './support/stage.ts'
import { bareRate, drain, recordCalls, recordTransfer } from './support/transfers.ts'
import { UNPACED } from './support/world.ts'

/**
 * Measures the processor time of the product's process for one transfer, from the queue to the
 * checked draft, without pacing, against the bare loop's time for the same calls, and profiles
 * where the time goes. The embedded database's work is included, PostgreSQL's is not.
 */
export async function transferCost(stage: Stage) {
  const size = stage.smoke
    ? { lanes: 2, batch: 2, batches: 1 }
    : { lanes: 20, batch: 25, batches: 2 }
  return stage.inWorld(UNPACED, async (world) => {
    const people = await world.customers(size.lanes)
    for (const person of people) await recordTransfer(world, person)
    const calls = await recordCalls(world, people, size.batch)
    const each = size.batch * size.batches
    const transfers = size.lanes * each
    await drain(world, people, Math.ceil(each / 5))

    const before = await world.product.ask<{ cpuMs: number }>('usage')
    const rate = await drain(world, people, each)
    const after = await world.product.ask<{ cpuMs: number }>('usage')
    const { batch, batches } = size
    const bare = await bareRate(world, calls, { batches, each: batch, spacingMs: 0 })
    const cost = (after.cpuMs - before.cpuMs) / transfers

    await world.product.ask('startProfile')
    await drain(world, people, each)
    const shares = Object.entries(await world.product.ask<Record<string, number>>('endProfile'))
    stage.say(`without pacing ${perSecond(rate)} transfers, bare loop ${perSecond(bare.perSecond)}`)
    stage.note(
      'Where the processor time of a transfer goes',
      [
        `${ms(cost)} of processor time a transfer; share of the samples, profiler on:`,
        '',
        '| Whose code | Share | |',
        '|---|---|---|',
        ...shares
          .filter(([, share]) => share >= 0.01)
          .map(
            ([owner, share]) =>
              `| ${owner} | ${(share * 100).toFixed(0)} % | ${ms(cost * share)} |`,
          ),
      ].join('\n'),
    )
    return [
      compared('processor time a transfer / bare loop', ms, cost, bare.cpuMs, null),
      {
        what: 'throughput, 20 lanes without pacing / bare loop',
        ours: `${perSecond(rate)} transfers`,
        against: perSecond(bare.perSecond),
        ratio: rate / bare.perSecond,
        target: null,
      },
    ]
  })
}
