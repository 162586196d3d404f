import { createServer } from 'node:net'

/**
 * First port of a range below the ports that the system assigns to outgoing connections (from 32768
 * on Linux, 49152 elsewhere), because a free port in that range can be taken a moment later.
 */
const FIRST = 12_000
const LAST = 32_000
/** Number of port ranges; each test worker uses one, so that two never choose the same port. */
const STRETCHES = 8
const LENGTH = (LAST - FIRST) / STRETCHES

const stretch = Number(process.env['VITEST_POOL_ID'] ?? 0) % STRETCHES
// Starts at a random port, because the previous test file's process might still hold the range's
// first ports.
let next = Math.floor(Math.random() * LENGTH)

/** Returns a port of 127.0.0.1 that nothing listens on and that no other test worker chooses. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < LENGTH; tries += 1) {
    const port = FIRST + stretch * LENGTH + next
    next = (next + 1) % LENGTH
    if (await isFree(port)) return port
  }
  throw new Error('No port is free')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
