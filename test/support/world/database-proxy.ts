import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** A proxy to the PostgreSQL server, which can make the database unavailable. */
export interface DatabaseProxy {
  url: string
  /** Cuts all open connections; new connections are still accepted. */
  cut(): void
  /** Silently drops all traffic on the open connections; new connections still work. */
  swallow(): void
  /** Cuts all connections and refuses new ones until `restore`, like a stopped server. */
  stop(): void
  /** Replaces words by words of equal byte length until `restore`. Returns a counter. */
  garble(words: string, others: string): { times: number }
  restore(): void
  /** Sends new connections to this server, as when an address moves in a failover. */
  redirect(target: string): void
  /** Returns the number of open connections, counting both sides of the proxy. */
  connections(): number
  close(): Promise<void>
}

export async function databaseProxy(target: string): Promise<DatabaseProxy> {
  let at = new URL(target)
  const open = new Set<Socket>()
  let stopped = false
  let garbled: { words: string; others: string; seen: { times: number } } | null = null

  const asHeard = () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        const place = garbled ? chunk.indexOf(garbled.words) : -1
        if (garbled && place >= 0) {
          chunk.write(garbled.others, place)
          garbled.seen.times += 1
        }
        done(null, chunk)
      },
    })

  const server = createServer((product) => {
    if (stopped) return product.resetAndDestroy()
    const database = connect({ host: at.hostname, port: Number(at.port || 5432) })
    for (const [one, other] of [
      [product, database],
      [database, product],
    ] as const) {
      open.add(one)
      if (one === product) one.pipe(asHeard()).pipe(other)
      else one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)

  const cut = () => {
    for (const socket of open) socket.resetAndDestroy()
  }
  return {
    url: url.href,
    cut,
    swallow: () => {
      for (const socket of open) socket.unpipe().resume()
    },
    stop: () => {
      stopped = true
      cut()
    },
    connections: () => open.size,
    garble: (words, others) => {
      garbled = { words, others, seen: { times: 0 } }
      return garbled.seen
    },
    restore: () => {
      stopped = false
      garbled = null
    },
    redirect: (other) => {
      at = new URL(other)
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      cut()
      await closed
    },
  }
}
