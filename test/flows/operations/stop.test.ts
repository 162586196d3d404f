import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { LAST_REQUESTS_MS } from '#server/compose'
import { STOP_MS } from '#server/life'
import { startWorld, type TestWorld } from '../../support/world/world.ts'

let world: TestWorld | undefined

async function opened(url: string, text: string): Promise<Socket> {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  // Without reading, the socket would never emit "close".
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
  // Nobody has this webhook secret, so the server responds before reading the body.
  const unread = await opened(url, post('/api/webhooks/servicem8/x'))
  // Once the server responds to this later request, it has received the earlier ones.
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  const sockets = [idle, headers, body, unread]
  const gone = Promise.all(sockets.map((socket) => once(socket, 'close')))
  const heard: string[] = []
  for (const socket of sockets) {
    socket.on('error', () => undefined)
    socket.on('data', (answer) => heard.push(String(answer)))
  }
  await world.product.stop()
  await gone
  // Node would end an incomplete request after a minute or more, with a 408.
  expect(heard.filter((answer) => answer.includes('408'))).toEqual([])
  expect(LAST_REQUESTS_MS).toBeLessThan(STOP_MS)
})
