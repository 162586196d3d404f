import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { startProcessWorld } from '../support/process.ts'
import { until } from '../support/wait.ts'

/** Few, so that the tests' own process can open twice as many, whatever the machine lets it. */
const OPEN_FILES = 256

test('a flood of connections is turned away; who is let in is served, and everybody when it has passed', async () => {
  const world = await startProcessWorld({ openFiles: OPEN_FILES })
  const { port } = new URL(world.url)
  const flood: Socket[] = []
  try {
    while (flood.length < 2 * OPEN_FILES) {
      const some = Array.from({ length: 64 }, () => connect(Number(port), '127.0.0.1'))
      // Who is turned away may see that as an error.
      for (const one of some) one.on('error', () => undefined)
      await Promise.all(some.map((one) => Promise.race([once(one, 'connect'), once(one, 'close')]).catch(() => undefined)))
      flood.push(...some)
    }
    await until('those beyond the limit to be turned away', () => flood.filter((one) => one.closed).length > OPEN_FILES)
    const letIn = flood.find((one) => !one.closed)!
    // Longer than the product goes between two looks at its own memory, for which it needs a file.
    for (const end = performance.now() + 2_500; performance.now() < end;) {
      letIn.write(`GET /healthz HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`)
      const [answer] = (await once(letIn, 'data')) as [Buffer]
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 200/)
    }

    for (const one of flood) one.destroy()
    await until('the door to be open again', async () => (await fetch(`${world.url}/healthz`).catch(() => null))?.ok === true)
    expect(world.gone()).toBe(false)
  } finally {
    for (const one of flood) one.destroy()
    await world.stop()
  }
})
