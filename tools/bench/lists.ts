import { compared, median, ms, percentile } from './support/figures.ts'
import { fire } from './support/load.ts'
import type { Stage } from './support/stage.ts'
import { cookieOf, fill } from './support/five-years.ts'
import { recordTransfer } from './support/transfers.ts'
import { UNPACED } from './support/world.ts'

const NUMBERS = 'numbers of the dashboard'
/** Requests that screens send all day; the last, for an exact count, has no target. */
const LISTS: [name: string, path: string][] = [
  ['transfers, first page', '/api/transfers?limit=50'],
  ['transfers, first page of the failed', '/api/transfers?limit=50&status=failed'],
  ['transfers, as asked for without parameters', '/api/transfers'],
  ['transfers, search for a customer', '/api/transfers?limit=50&q=hansen'],
  ['transfers, search for a job number', '/api/transfers?limit=50&q=4321-7'],
  ['transfers, search that finds nothing', '/api/transfers?limit=50&q=finnes%20ikke'],
  ['transfers, the dearest first', '/api/transfers?limit=50&sort=largest'],
  ['transfers, failures by cause', '/api/transfers/causes'],
  ['thirty days of the dashboard', '/api/stats/daily'],
  ['activity log, first page', '/api/activity-logs?limit=50'],
  [NUMBERS, '/api/stats'],
]

/** Measures the lists of a user with 100 000 transfers against those of a user without any. */
export async function lists(stage: Stage) {
  const size = stage.smoke
    ? { rows: 500, rounds: 1, shots: 3 }
    : { rows: 100_000, rounds: 5, shots: 40 }
  return stage.inWorld({ ...UNPACED, tickMs: 86_400_000 }, async (world) => {
    const [full, empty] = await world.customers(2)
    if (!full || !empty) throw new Error('nobody is there')
    await recordTransfer(world, full)
    await fill(world, full, size.rows)
    const cookies = { full: await cookieOf(world, full), empty: await cookieOf(world, empty) }
    const results = []
    for (const [name, path] of LISTS) {
      const times = { full: [] as number[], empty: [] as number[] }
      for (let round = 0; round < size.rounds; round += 1) {
        for (const who of ['empty', 'full'] as const) {
          const { times: spent, statuses } = await fire(
            world.url,
            1,
            () => ({ path, method: 'GET', headers: { cookie: cookies[who] } }),
            { shots: size.shots },
          )
          if (!statuses[200]) throw new Error(`${path} answered ${JSON.stringify(statuses)}`)
          times[who].push(...spent)
        }
      }
      stage.say(`${name}: p99 ${ms(percentile(times.full, 0.99))}`)
      const [ours, against] = [median(times.full), median(times.empty)]
      results.push(
        compared(
          `${name}: ${size.rows.toLocaleString('en')} / none`,
          ms,
          ours,
          against,
          name === NUMBERS ? null : { most: 5 },
        ),
      )
    }
    return results
  })
}
