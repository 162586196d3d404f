import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startHttpApp, type HttpApp } from '#test/support/world/http-app'
import { until } from '#test/support/wait'
import { servicem8WebhookRoutes } from './webhook-routes.ts'

const GONE = '{"message":"Denne webhook-adressen er ikke i bruk.","code":"unknown_webhook"}'
let world: HttpApp
let port: number
let sockets: Socket[]

beforeAll(async () => {
  world = await startHttpApp({ features: [{ name: 'webhooks', routes: servicem8WebhookRoutes }] })
  world.app.server.on('connection', (socket: Socket) => sockets.push(socket))
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  port = (world.app.server.address() as AddressInfo).port
})
afterAll(() => world.close())
beforeEach(() => {
  sockets = []
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
})

async function caller() {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.setEncoding('utf8').on('data', (text: string) => (heard += text))
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return { socket, heard: () => heard }
}

const post = (...headers: string[]) =>
  [
    'POST /api/webhooks/servicem8/not-a-secret HTTP/1.1',
    `host: 127.0.0.1:${port}`,
    ...headers,
    '',
    '',
  ].join('\r\n')

describe('a ping to an unknown address', () => {
  it.each(['content-length: 200000', 'transfer-encoding: chunked'])(
    'is answered before its body has arrived, and the connection is closed: %s',
    async (length) => {
      const { socket, heard } = await caller()
      socket.write(post('content-type: multipart/form-data; boundary=x', length))
      await until('the answer', () => heard().endsWith(GONE))
      expect(heard()).toMatch(/^HTTP\/1\.1 410 /)
      await until('the connection to be closed', () => socket.closed)
    },
  )

  it('leaves the connection open for the next call when the body is small, as ServiceM8’s own are', async () => {
    const { socket, heard } = await caller()
    socket.write(`${post('content-type: application/json', 'content-length: 14')}{"entry":[{}]}`)
    await until('the answer', () => heard().endsWith(GONE))
    socket.write(`GET /healthz HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`)
    await until('the next answer', () => heard().includes('HTTP/1.1 200 '))
    socket.destroy()
  })

  it('costs little however many arrive and however much they send: no body is read completely', async () => {
    const body = Buffer.alloc(256 * 1024, 'x')
    const callers = await Promise.all(Array.from({ length: 100 }, caller))
    for (const { socket } of callers) {
      socket.write(post('content-type: text/plain', `content-length: ${body.length}`))
      socket.write(body)
    }
    await until('all of them to be turned away', () => callers.every(({ socket }) => socket.closed))
    expect(sockets).toHaveLength(callers.length)
    expect(sockets.filter(({ bytesRead }) => bytesRead >= body.length)).toEqual([])
  })
})
