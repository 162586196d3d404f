import { createServer } from 'node:net'

/**
 * Below the ports that the system gives to outgoing connections (from 32768 on Linux, 49152
 * elsewhere): a free one among those may be taken a moment later.
 */
const FIRST = 12_000
const LAST = 32_000
/** The number of port ranges: each worker has its own, so that no two choose the same port. */
const STRETCHES = 8
const LENGTH = (LAST - FIRST) / STRETCHES

const stretch = Number(process.env['VITEST_POOL_ID'] ?? 0) % STRETCHES
// A file in a process of its own must not begin with the ports that the previous one still holds.
let next = Math.floor(Math.random() * LENGTH)

/** Returns a port of 127.0.0.1 that nothing listens on, and that no other worker will choose. */
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
