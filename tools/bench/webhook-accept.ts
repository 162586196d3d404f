import { randomUUID } from 'node:crypto'
import { compared, median, ms, percentile, perSecond } from './support/figures.ts'
import { fire, type Fired, type Shot } from './support/load.ts'
import type { Stage } from './support/stage.ts'
import type { BenchWorld, Customer } from './support/world.ts'

/**
 * Measures the rate of accepted webhooks against a route of the same server that does one bare
 * INSERT. The two alternate in the same run, while intake processes the webhooks. Then sends a
 * burst of 10 000 webhooks from 50 senders, all of which must get a 2xx response and be stored.
 */
export async function webhookAccept(stage: Stage) {
  const size = stage.smoke
    ? { rounds: 1, ms: 200, senders: 4, burst: 100, people: 1 }
    : { rounds: 5, ms: 2_000, senders: 20, burst: 10_000, people: 10 }
  return stage.inWorld({}, async (world) => {
    const people = await world.customers(size.people)
    const pings: Fired[] = []
    const inserts: Fired[] = []
    await round(world, people, { ...size, ms: size.ms / 2 })
    for (let i = 0; i < size.rounds; i += 1) {
      const { ping, insert } = await round(world, people, size)
      pings.push(ping)
      inserts.push(insert)
    }
    const rate = (rounds: Fired[]) => median(rounds.map((one) => one.perSecond))
    const late = (rounds: Fired[]) => median(rounds.map((one) => percentile(one.times, 0.99)))
    const burst = await burstOf(stage, world, people, size)
    return [
      compared(
        'webhook accepted, per second / one bare INSERT',
        perSecond,
        rate(pings),
        rate(inserts),
        { least: 0.7 },
      ),
      compared('webhook accepted, p99 / p99 of one bare INSERT', ms, late(pings), late(inserts), {
        most: 10,
      }),
      burst,
    ]
  })
}

async function round(
  world: BenchWorld,
  people: Customer[],
  { senders, ms: forMs }: { senders: number; ms: number },
) {
  const insert = await fire(
    world.url,
    senders,
    () => ({ path: '/api/bench/insert', body: bodyOf() }),
    { forMs },
  )
  const ping = await fire(world.url, senders, (index) => pingTo(people, index), { forMs })
  for (const { statuses } of [insert, ping]) {
    if (Object.keys(statuses).some((status) => status !== '200'))
      throw new Error(`answered ${JSON.stringify(statuses)}`)
  }
  return { insert, ping }
}

function bodyOf(): string {
  return JSON.stringify({
    object: 'job',
    entry: [{ changed_fields: ['status'], time: '2026-11-21 12:00:00', uuid: randomUUID() }],
    resource_url: 'https://api.servicem8.com/api_1.0/job/x.json',
  })
}

export function pingTo(people: Customer[], index: number): Shot {
  const person = people[index % people.length]
  return { path: new URL(person?.callback ?? '').pathname, body: bodyOf() }
}

async function burstOf(
  stage: Stage,
  world: BenchWorld,
  people: Customer[],
  size: { burst: number; senders: number },
) {
  const count = async () =>
    Number((await world.sql<{ n: string }>('select count(*)::text as n from webhook_events'))[0]?.n)
  const before = await count()
  const senders = stage.smoke ? size.senders : 50
  const each = Math.ceil(size.burst / senders)
  const burst = await fire(world.url, senders, (index) => pingTo(people, index), {
    shots: senders * each,
  })
  const kept = (await count()) - before
  const good = Object.entries(burst.statuses).reduce(
    (sum, [status, n]) => (/^2/.test(status) ? sum + n : sum),
    0,
  )
  stage.say(
    `burst: ${JSON.stringify(burst.statuses)}, kept ${kept}, ${perSecond(burst.perSecond)}, p99 ${ms(percentile(burst.times, 0.99))}`,
  )
  return {
    what: `burst of ${senders * each} from ${senders} senders: answered 2xx and kept / sent`,
    ours: `${good} answered 2xx, ${kept} kept`,
    against: `${burst.times.length} sent`,
    ratio: Math.min(good, kept) / burst.times.length,
    target: { least: 1 },
  }
}
