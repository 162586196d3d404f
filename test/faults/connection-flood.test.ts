import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { startProcessWorld } from '../support/world/process.ts'
import { until } from '../support/wait.ts'

/** The server's limit of open files: low enough to exceed, high enough for the database. */
const OPEN_FILES = process.env['TEST_DATABASE_URL'] ? 256 : 1_024

test('a flood of connections is turned away; those let in are served, and everybody is once it has passed', async () => {
  const world = await startProcessWorld({ openFiles: OPEN_FILES })
  const { port } = new URL(world.url)
  const flood: Socket[] = []
  try {
    while (flood.length < 2 * OPEN_FILES) {
      const some = Array.from({ length: 64 }, () => connect(Number(port), '127.0.0.1'))
      // A connection that is turned away can report an error.
      for (const one of some) one.on('error', () => undefined)
      await Promise.all(
        some.map((one) =>
          Promise.race([once(one, 'connect'), once(one, 'close')]).catch(() => undefined),
        ),
      )
      flood.push(...some)
    }
    await until(
      'those beyond the limit to be turned away',
      () => flood.filter((one) => one.closed).length > OPEN_FILES,
    )
    const letIn = await firstThatAnswers(flood, world.url)
    // The server's memory check opens a file every second, so wait until one has passed.
    const checked = performance.now() + 2_500
    for (let after = false; !after;) {
      after = performance.now() > checked
      expect(await answerOn(letIn, world.url)).toMatch(/^HTTP\/1\.1 200/)
    }

    for (const one of flood) one.destroy()
    await until(
      'new connections to be accepted again',
      async () => (await fetch(`${world.url}/healthz`).catch(() => null))?.ok === true,
    )
    expect(world.gone()).toBe(false)
  } finally {
    for (const one of flood) one.destroy()
    await world.stop()
  }
})

/** Returns the response on this socket; null if the server closes the connection instead. */
async function answerOn(socket: Socket, url: string): Promise<string | null> {
  if (socket.closed || socket.destroyed) return null
  socket.write(`GET /healthz HTTP/1.1\r\nhost: ${new URL(url).host}\r\n\r\n`)
  const answered = once(socket, 'data').then(([answer]) => String(answer))
  const closed = once(socket, 'close').then(() => null)
  return Promise.race([answered, closed]).catch(() => null)
}

/**
 * Returns the first connection that gets a response. On a busy machine, some rejected connections
 * do not yet know that they are closed.
 */
async function firstThatAnswers(flood: readonly Socket[], url: string): Promise<Socket> {
  for (const socket of flood) if ((await answerOn(socket, url)) !== null) return socket
  throw new Error('nobody was let in')
}
