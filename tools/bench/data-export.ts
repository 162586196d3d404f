import { EXPORT_PATH } from '#shared/contracts/profile'
import { delaysAtRest, delaysDuring, described, heldAgainst } from './support/delays.ts'
import { cookieOf, fill } from './support/five-years.ts'
import type { Stage } from './support/stage.ts'
import { recordTransfer } from './support/transfers.ts'
import { UNPACED, type BenchWorld } from './support/world.ts'

/**
 * Measures the longest time that the main thread is blocked while a user with 100 000 transfers
 * exports all data and the list of transfers.
 */
export async function dataExport(stage: Stage) {
  const rows = stage.smoke ? 500 : 100_000
  return stage.inWorld({ ...UNPACED, tickMs: 86_400_000 }, async (world) => {
    const [person] = await world.customers(1)
    if (!person) throw new Error('nobody is there')
    await recordTransfer(world, person)
    await fill(world, person, rows)
    const cookie = await cookieOf(world, person)
    const idle = await delaysAtRest(world, stage)
    const results = []
    for (const [name, path] of [
      ['all data as a ZIP', EXPORT_PATH],
      ['transfers as CSV', '/api/transfers/export'],
    ] as const) {
      const started = performance.now()
      let bytes = 0
      const busy = await delaysDuring(world, async () => {
        bytes = await download(world, path, cookie)
      })
      const seconds = (performance.now() - started) / 1_000
      stage.say(
        `${name}: ${(bytes / 2 ** 20).toFixed(1)} MiB in ${seconds.toFixed(0)} s, ${described(busy)}`,
      )
      const what = `${rows.toLocaleString('en')} transfers, ${name}`
      results.push(...heldAgainst(what, busy, idle))
    }
    return results
  })
}

async function download(world: BenchWorld, path: string, cookie: string): Promise<number> {
  const answer = await fetch(`${world.url}${path}`, { headers: { cookie, origin: world.url } })
  if (!answer.ok || !answer.body) throw new Error(`${path} answered ${answer.status}`)
  let bytes = 0
  for await (const part of answer.body) bytes += part.length
  return bytes
}
