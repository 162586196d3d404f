import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { compressAnswers } from './compression.ts'

const rows = Array.from({ length: 50 }, (_, row) => ({ id: row, customer: `Kunde ${row} ÆØÅ` }))
const body = JSON.stringify(rows)

function server() {
  const app = Fastify()
  compressAnswers(app)
  app.get('/long', () => rows)
  app.get('/kept', (_request, reply) => reply.type('application/json').send(Buffer.from(body)))
  app.get('/page', (_request, reply) =>
    reply.type('text/html').header('vary', 'Cookie').send(`<p>${body}</p>`),
  )
  app.get('/short', () => ({ count: 1 }))
  app.get('/file', (_request, reply) => reply.type('application/zip').send(Buffer.from(body)))
  app.get('/done', (_request, reply) =>
    reply.type('application/json').header('content-encoding', 'br').send(Buffer.from(body)),
  )
  return app
}
const ask = (url: string, accepted?: string) =>
  server().inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })

it.each(['/long', '/kept'])('sends a long answer compressed, and the same: %s', async (url) => {
  const answer = await ask(url, 'br, gzip;q=0.8, deflate')
  expect(answer.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-length': String(answer.rawPayload.length),
    vary: 'Accept-Encoding',
  })
  expect(answer.rawPayload.length).toBeLessThan(body.length / 5)
  expect(gunzipSync(answer.rawPayload).toString()).toBe(body)
})

it('keeps what else a page varies by', async () => {
  const page = await ask('/page', 'gzip')
  expect(page.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'Cookie, Accept-Encoding',
  })
})

it.each([undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.000'])(
  'sends it as it is to those who do not read gzip: %s',
  async (accepted) => {
    const answer = await ask('/long', accepted)
    expect(answer.headers).not.toHaveProperty('content-encoding')
    expect(answer.body).toBe(body)
  },
)

it('leaves alone what is short, another kind of file, or compressed already', async () => {
  expect((await ask('/short', 'gzip')).json()).toEqual({ count: 1 })
  expect((await ask('/file', 'gzip')).body).toBe(body)
  expect((await ask('/done', 'gzip')).headers['content-encoding']).toBe('br')
})
