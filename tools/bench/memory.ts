import { setTimeout as pause } from 'node:timers/promises'
import { listTransfers } from '#shared/contracts/transfers/list'
import { until } from '#test/support/wait'
import { inBuiltWorld } from './support/built-world.ts'
import { mebibytes } from './support/figures.ts'
import type { Stage } from './support/stage.ts'

/** Maximum memory of a process in MiB, after the start and after a day's work. */
const MOST = { embedded: 350, postgres: 130 }
/** Milliseconds over which the processor time of an idle product is measured. */
const REST_MS = 60_000
const MINUTE_MS = 60_000
/** Milliseconds until V8 has given memory back, for which it waits for idle time several times. */
const GIVE_BACK_MS = 240_000

/**
 * Measures an idle product: resident memory in production operation, after the start and after a
 * thousand transfers, and processor time in a quiet minute. The embedded database's memory is
 * included, PostgreSQL's is not. With `--idle-minutes=60`, the product is idle for an hour before
 * the work.
 */
export async function memory(stage: Stage) {
  const { kind } = stage
  const size = stage.smoke
    ? { people: 1, jobs: 2, restMs: 100, giveBackMs: 100 }
    : { people: 10, jobs: 100, restMs: REST_MS, giveBackMs: GIVE_BACK_MS }
  return inBuiltWorld(kind, 'error', async ({ product, sandbox, customers }) => {
    const quiet = async () => {
      const before = await product.cpuMs()
      await pause(size.restMs)
      const rss = await product.rss()
      return { rss, busy: ((await product.cpuMs()) - before) / size.restMs }
    }
    const started = await quiet()
    // Subtracts the two measurements, which take a minute each.
    await pause(Math.max(0, stage.idleMinutes - 2) * MINUTE_MS)
    const rested = stage.idleMinutes > 1 ? await quiet() : null
    const people = await customers(size.people)
    for (const { account } of people) {
      const jobs = await sandbox.ask<string[]>('addJobs', { account, count: size.jobs })
      await sandbox.ask('completeAll', { account, jobs })
    }
    for (const { visitor } of people)
      await until(
        'every job to have its draft',
        async () => {
          const query = { limit: 500, status: 'completed' } as const
          return (await visitor.call(listTransfers, { query })).length >= size.jobs
        },
        600_000,
      )
    await pause(size.giveBackMs)
    const worked = await quiet()
    stage.say(
      `processor in rest: ${(started.busy * 100).toFixed(1)} % of a core after the start, ${(worked.busy * 100).toFixed(1)} % after the work`,
    )
    const line = (what: string, rss: number) => ({
      what: `resident memory ${what} / the most it may be`,
      ours: mebibytes(rss),
      against: `${MOST[kind]} MiB`,
      ratio: rss / 1_048_576 / MOST[kind],
      target: { most: 1 },
    })
    return [
      line('a minute after the start', started.rss),
      ...(rested ? [line(`${stage.idleMinutes} minutes after the start`, rested.rss)] : []),
      line(`five minutes after ${size.people * size.jobs} transfers`, worked.rss),
    ]
  })
}
