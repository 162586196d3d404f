import { perSecond } from './support/figures.ts'
import type { Stage } from './support/stage.ts'
import { bareRate, drain, recordCalls, recordTransfer } from './support/transfers.ts'
import { UNPACED } from './support/world.ts'

const SPACING_MS = 250
const LATENCY_MS = 40

/**
 * How fast full lanes are emptied. One and ten lanes against what Fiken's four calls a second
 * allow; two hundred, where the machine is the limit, against a bare loop that makes the same
 * calls at the same pace and keeps nothing.
 */
export async function laneThroughput(stage: Stage) {
  const size = stage.smoke
    ? { ten: 2, many: 3, each: 2, few: 2 }
    : { ten: 10, many: 200, each: 30, few: 10 }
  const world = await stage.start(UNPACED)
  try {
    const people = await world.customers(size.many)
    for (const person of people) await recordTransfer(world, person)
    const calls = await recordCalls(world, people)
    const callsEach = [...calls.values()][0]?.length ?? 0
    await world.restart({})
    await world.sandbox.ask('latency', LATENCY_MS)

    const allowed = (lanes: number) => (lanes * 1_000) / SPACING_MS / callsEach
    const one = await drain(world, people.slice(0, 1), size.each)
    const ten = await drain(world, people.slice(0, size.ten), size.each)
    const all = await drain(world, people, size.few)
    const bare = await bareRate(world, calls, { each: size.few, spacingMs: SPACING_MS })
    const { overlaps } = await world.sandbox.ask<{ overlaps: number }>('counts')
    stage.say(
      `${callsEach} calls a transfer; ${size.many} lanes are allowed ${perSecond(allowed(size.many))}; overlapping calls ${overlaps}`,
    )
    const line = (what: string, rate: number, against: number, least: number, name: string) => ({
      what,
      ours: `${perSecond(rate)} transfers`,
      against: `${perSecond(against)} ${name}`,
      ratio: rate / against,
      target: { least },
    })
    return [
      line('throughput, 1 lane / what pacing allows', one, allowed(1), 0.9, 'allowed'),
      line('throughput, 10 lanes / what pacing allows', ten, allowed(size.ten), 0.9, 'allowed'),
      line(
        'throughput, 200 lanes / a bare loop at the same pace',
        all,
        bare.perSecond,
        0.5,
        'bare loop',
      ),
    ]
  } finally {
    await world.stop()
  }
}
