import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { startWorld, type TestWorld } from '../../support/world/world.ts'

let world: TestWorld | undefined
afterAll(() => world?.stop())

async function opened(url: string, text: string): Promise<Socket> {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  // A socket that nobody reads never closes.
  socket.resume()
  socket.write(text)
  return socket
}

test('an orderly shutdown does not wait for callers who never finish their request', async () => {
  world = await startWorld()
  const { url } = world
  const idle = await opened(url, '')
  const headers = await opened(url, 'GET /healthz HTTP/1.1\r\nHost: x\r\n')
  const head = `Host: ${new URL(url).host}\r\nOrigin: ${url}\r\nContent-Type: application/json\r\nContent-Length: 9`
  const post = (path: string) => `POST ${path} HTTP/1.1\r\n${head}\r\n\r\n{`
  const body = await opened(url, post('/api/auth/login'))
  // Answered before its body is read, because nobody has this secret.
  const unread = await opened(url, post('/api/webhooks/servicem8/x'))
  // The server has received them when it answers a later caller.
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  const gone = Promise.all([idle, headers, body, unread].map((socket) => once(socket, 'close')))
  for (const socket of [idle, headers, body, unread]) socket.on('error', () => undefined)
  const began = performance.now()
  await world.product.stop()
  await gone
  // Ten seconds for requests that are being answered; the process is ended after twenty-five.
  expect(performance.now() - began).toBeLessThan(20_000)
})
