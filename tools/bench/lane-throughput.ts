import { perSecond } from './support/figures.ts'
import type { Stage } from './support/stage.ts'
import { bareRate, drain, recordCalls, recordTransfer } from './support/transfers.ts'
import { UNPACED } from './support/world.ts'

const SPACING_MS = 250
const LATENCY_MS = 40
/** Calls to Fiken per draft: two look-ups, the create request and the read of the draft. */
const CALLS_ALONE = 4

/**
 * Measures how fast full lanes are emptied:
 * - one and ten lanes, against Fiken's limit of four calls a second for the calls made
 * - two hundred lanes, where the machine is the limit, against a bare loop that makes four calls
 *   per draft at the same pace and stores nothing
 * - one lane with two hundred waiting transfers, against a lane that makes four calls per draft
 */
export async function laneThroughput(stage: Stage) {
  const size = stage.smoke
    ? { ten: 2, many: 3, each: 2, few: 2, deep: 4 }
    : { ten: 10, many: 200, each: 30, few: 10, deep: 200 }
  return stage.inWorld(UNPACED, async (world) => {
    const people = await world.customers(size.many)
    for (const person of people) await recordTransfer(world, person)
    const calls = await recordCalls(world, people, 1)
    await world.restart({})
    await world.sandbox.ask('latency', LATENCY_MS)

    const counted = async (lanes: number, each: number) => {
      await world.sandbox.ask('reset', false)
      const rate = await drain(world, people.slice(0, lanes), each)
      const { fiken } = await world.sandbox.ask<{ fiken: number }>('counts')
      const callsEach = fiken / lanes / each
      return { rate, callsEach, allowed: (lanes * 1_000) / SPACING_MS / callsEach }
    }
    const one = await counted(1, size.each)
    const ten = await counted(size.ten, size.each)
    const deep = await counted(1, size.deep)
    await world.sandbox.ask('reset', false)
    const all = await drain(world, people, size.few)
    const bare = await bareRate(world, calls, { batches: size.few, each: 1, spacingMs: SPACING_MS })
    const { overlaps } = await world.sandbox.ask<{ overlaps: number }>('counts')
    stage.say(
      `calls a transfer: ${[one, ten, deep].map(({ callsEach }) => callsEach.toFixed(2)).join(', ')}; overlapping calls ${overlaps}`,
    )
    const line = (what: string, rate: number, against: number, least: number, name: string) => ({
      what,
      ours: `${perSecond(rate)} transfers`,
      against: `${perSecond(against)} ${name}`,
      ratio: rate / against,
      target: { least },
    })
    return [
      line('throughput, 1 lane / what pacing allows', one.rate, one.allowed, 0.9, 'allowed'),
      line('throughput, 10 lanes / what pacing allows', ten.rate, ten.allowed, 0.9, 'allowed'),
      line(
        `throughput, ${size.deep} queued in 1 lane / four calls for each`,
        deep.rate,
        1_000 / SPACING_MS / CALLS_ALONE,
        1.8,
        'allowed',
      ),
      line(
        'throughput, 200 lanes / a bare loop at the same pace',
        all,
        bare.perSecond,
        0.5,
        'bare loop',
      ),
    ]
  })
}
