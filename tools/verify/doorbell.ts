import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readPing, type Ping } from '#server/features/intake/webhook-body'

export interface Ring {
  contentType: string
  headers: Record<string, string>
  body: string
  ping: Ping
}

/** A callback server for webhooks, at an address that ServiceM8 can reach. */
export interface Doorbell {
  url: string
  rings: Ring[]
  /** Responds with 503 to this many of the next webhooks, as if our database were down. */
  refuse(times: number): void
  close(): Promise<void>
}

/**
 * Starts the callback server.
 * @param publicUrl the address at which ServiceM8 reaches the port; absent means this machine, for
 * the sandbox
 * @param port 0 means any free port
 */
export async function openDoorbell({
  publicUrl,
  port,
}: {
  publicUrl?: string | undefined
  port: number
}): Promise<Doorbell> {
  const rings: Ring[] = []
  let refusals = 0
  const server = createServer((request, response) => {
    void readRing(request).then((ring) => {
      rings.push(ring)
      if (ring.ping.kind === 'challenge') {
        response.writeHead(200, { 'content-type': 'text/plain' }).end(ring.ping.challenge)
      } else if (refusals > 0) {
        refusals -= 1
        response.writeHead(503).end()
      } else {
        response.writeHead(200).end()
      }
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, publicUrl === undefined ? '127.0.0.1' : undefined, resolve)
  })
  const local = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `${(publicUrl ?? local).replace(/\/+$/, '')}/${crypto.randomUUID()}`,
    rings,
    refuse: (times) => void (refusals = times),
    close: () => closed(server),
  }
}

async function readRing(request: IncomingMessage): Promise<Ring> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const contentType = request.headers['content-type'] ?? ''
  const query = Object.fromEntries(new URL(request.url ?? '/', 'http://doorbell').searchParams)
  return {
    contentType,
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: body.toString('utf8'),
    ping: await readPing({ contentType, body, query }),
  }
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
