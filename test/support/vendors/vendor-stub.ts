import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stoppedAtEnd } from '../runner/leftovers.ts'

export interface SeenRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

export interface VendorStub extends AsyncDisposable {
  url: string
  /** All requests, in the order in which they were completely received. */
  seen: SeenRequest[]
  dropped(): number
}

export async function vendorStub(
  answer: (request: SeenRequest, response: ServerResponse, count: number) => unknown,
): Promise<VendorStub> {
  const seen: SeenRequest[] = []
  let dropped = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    response.on('close', () => {
      if (!response.writableFinished) dropped += 1
    })
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://stub')
      const one: SeenRequest = {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      }
      seen.push(one)
      answer(one, response, seen.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    dropped: () => dropped,
    [Symbol.asyncDispose]: stoppedAtEnd(async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }),
  }
}

export function json(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(body))
}

/** Returns a clock that the test moves; sleeping moves the clock forward immediately. */
export function handClock(start = '2026-03-02T08:00:00.000Z') {
  let now = Date.parse(start)
  const slept: number[] = []
  return {
    slept,
    now: () => now,
    sleep: async (ms: number) => {
      slept.push(ms)
      now += ms
    },
    forward(ms: number) {
      now += ms
    },
  }
}
