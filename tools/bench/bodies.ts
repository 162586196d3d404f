import { delaysAtRest, delaysDuring, described, heldAgainst } from './support/delays.ts'
import type { Stage } from './support/stage.ts'
import { UNPACED } from './support/world.ts'

const KB = 1_024

/**
 * Measures the longest time that the main thread is blocked while a client without an account sends
 * bodies designed to be slow to parse, four at a time.
 */
export async function anonymousBodies(stage: Stage) {
  const forMs = stage.smoke ? 100 : 5_000
  return stage.inWorld({ ...UNPACED, tickMs: 86_400_000 }, async (world) => {
    const idle = await delaysAtRest(world, stage)
    const results = []
    for (const [name, body] of [
      ['numbers, 64 kB', `[${'0,'.repeat(32 * KB - 8)}0]`],
      ['brackets, 64 kB', '['.repeat(32 * KB - 8) + ']'.repeat(32 * KB - 8)],
      ['fields, 64 kB', `{${Array.from({ length: 6_000 }, (_, n) => `"k${n}":0`).join(',')}}`],
      ['numbers, 1 MiB', `[${'0,'.repeat(512 * KB - 8)}0]`],
    ] as const) {
      const until = performance.now() + forMs
      let sent = 0
      const send = async () => {
        while (performance.now() < until) {
          const headers = { origin: world.url, 'content-type': 'application/json' }
          await fetch(`${world.url}/api/auth/login`, { method: 'POST', headers, body }).then(
            (answer) => answer.text(),
            // The body is too large, so the server closes the connection before the rest has
            // arrived.
            () => undefined,
          )
          sent += 1
        }
      }
      const busy = await delaysDuring(world, () => Promise.all([send(), send(), send(), send()]))
      stage.say(`${name}: ${sent} sent, ${described(busy)}`)
      results.push(...heldAgainst(`anonymous bodies, ${name}`, busy, idle))
    }
    return results
  })
}
