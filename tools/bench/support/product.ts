import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { queueName, type LaneQueue } from '#server/platform/queue/queue'
import type { Feature } from '#server/app'
import { compose, type Overrides } from '#server/compose'
import { liveConnection } from '#server/features/connections/tokens/grant-row'
import { keepTokens } from '#server/features/connections/tokens/tokens'
import { SWEEP } from '#server/features/inbox/queue-names'
import { claimNext } from '#server/features/transfers/delivery/claim-store'
import { transferQueue } from '#server/features/transfers/queues'
import { rowsOf } from '#server/platform/database/database'
import { answerQuestions } from './child.ts'
import { type Delays, startLoopDelays } from './loop-delays.ts'
import { bareLoop, type BareRun } from './bare-loop.ts'
import { endProfile, startProfile } from './profile.ts'

/**
 * A route that does one bare INSERT. This file runs the product as a process, started like
 * src/main.ts, with this route and with requests about itself (processor time, memory, the time of
 * a claim).
 */
const bareInsert: Feature = {
  name: 'bench',
  routes: (app, { db }) => {
    app.post(
      '/api/bench/insert',
      { config: { access: 'webhook', rateLimit: false } },
      async (request, reply) => {
        await db.execute(
          sql`insert into bench_rows (body) values (${JSON.stringify(request.body)}::jsonb)`,
        )
        return reply.send({ received: true })
      },
    )
  },
}

const queues: LaneQueue[] = []
/** Milliseconds that replace each sweep, for tenants without real vendors; 0 means real sweeps. */
const slowSweepMs = Number(process.env['BENCH_SLOW_SWEEPS'] ?? 0)
function aroundLanes(queue: LaneQueue): LaneQueue {
  queues.push(queue)
  if (slowSweepMs === 0 || queue.name !== SWEEP) return queue
  return {
    ...queue,
    drain: async (userId) => {
      await pause(slowSweepMs)
      await db.execute(
        sql`update job_sweeps set last_at = now(), next_at = now() + interval '15 minutes' where user_id = ${userId}`,
      )
    },
  }
}

let statements = 0
const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...given: unknown[]) {
    statements += 1
    return Reflect.apply(query, this, given)
  },
})

const overrides = JSON.parse(process.env['BENCH_OVERRIDES'] ?? '{}') as Overrides
const running = await compose(process.env, {
  ...overrides,
  aroundLanes,
  moreFeatures: [bareInsert],
})
const { platform } = running
const { db } = platform
await db.execute(
  sql`create table if not exists bench_rows (id bigint generated always as identity primary key, body jsonb not null)`,
)

process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)))

async function timed(times: number, run: () => Promise<unknown>): Promise<number[]> {
  const spent: number[] = []
  for (let i = 0; i < times; i += 1) {
    const started = performance.now()
    await run()
    spent.push(performance.now() - started)
  }
  return spent
}

let endLoopDelays: (() => Delays) | null = null

answerQuestions({
  sql: (text: string) => rowsOf(db, sql.raw(text)),
  usage: () => {
    const { user, system } = process.cpuUsage()
    return { cpuMs: (user + system) / 1_000, at: performance.now(), statements }
  },
  /** Returns the memory after a garbage collection, so that two measurements can be compared. */
  memory: async () => {
    for (let i = 0; i < 3; i += 1) {
      globalThis.gc?.()
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const { heapUsed, rss, external } = process.memoryUsage()
    return { heapUsed, rss, external }
  },
  /** Returns the milliseconds of each claim. Rows stay claimed until released. */
  claims: ({ lane, times }: { lane: string; times: number }) =>
    timed(times, () => claimNext(db, lane, crypto.randomUUID(), new Date())),
  ticks: (times: number) => timed(times, () => transferQueue(platform).due(1_000)),
  looks: (times: number) =>
    timed(times, async () => {
      for (const queue of queues) await queue.due(queue.concurrency * 16)
    }),
  wake: ({ queue, lane }: { queue: string; lane: string }) =>
    platform.queue.wake(queueName(queue), lane),
  fikenToken: async (userId: string) =>
    keepTokens(platform, (await liveConnection(platform, userId, 'fiken')).grant, {}).token(),
  bareLoop: (run: BareRun) => bareLoop(run),
  startDelays: () => {
    endLoopDelays = startLoopDelays()
  },
  endDelays: () => endLoopDelays?.(),
  startProfile,
  endProfile,
})
