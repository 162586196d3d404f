import { readFileSync } from 'node:fs'
import http, { type IncomingMessage, type RequestListener } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

export type Certificate = 'trusted' | 'ended' | 'elsewhere' | 'self-signed'

export const pem = (name: string): string =>
  readFileSync(path.join(import.meta.dirname, `${name}.pem`), 'utf8')

export interface Front {
  url: string
  close(): Promise<void>
}

export async function openFront(
  answer: RequestListener,
  certificate?: Certificate,
): Promise<Front> {
  const server = certificate
    ? https.createServer({ key: pem('served.key'), cert: pem(certificate) }, answer)
    : http.createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${certificate ? 'https' : 'http'}://localhost:${port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

export const passingOn =
  (
    product: string,
    about: (request: IncomingMessage) => http.OutgoingHttpHeaders,
  ): RequestListener =>
  (request, response) => {
    const onward = http.request(
      `${product}${request.url}`,
      { method: request.method, headers: { ...request.headers, ...about(request) } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    onward.once('error', () => response.writeHead(502).end())
    request.pipe(onward)
  }

/** Returns the headers that nginx sets according to docs/going-live.md. */
export const asDocumented = (request: IncomingMessage): http.OutgoingHttpHeaders => ({
  'x-forwarded-for': [request.headers['x-forwarded-for'], '198.51.100.4']
    .filter(Boolean)
    .join(', '),
  'x-forwarded-proto': 'https',
})
