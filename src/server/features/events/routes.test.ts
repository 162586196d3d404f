import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KARI, startHttpApp, type HttpApp } from '#test/support/world/http-app'
import { eventRoutes } from './routes.ts'

let world: HttpApp
let url: string
const open: AbortController[] = []
/** The responses of open streams, kept because garbage collection would end their streams. */
const answers: Response[] = []

beforeAll(async () => {
  world = await startHttpApp({
    env: { TRUST_PROXY: '1' },
    features: [{ name: 'events', routes: eventRoutes }],
  })
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  for (const one of open) one.abort()
  await world.close()
})

async function person(n: number): Promise<string> {
  const answer = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { origin: 'http://localhost:3000', 'content-type': 'application/json' },
    body: JSON.stringify({ ...KARI, email: `kari${n}@firma.no` }),
  })
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

async function listen(cookie: string, address: string): Promise<number> {
  const abort = new AbortController()
  open.push(abort)
  const headers = { cookie, 'x-forwarded-for': address }
  const answer = await fetch(`${url}/api/events`, { headers, signal: abort.signal })
  answers.push(answer)
  if (answer.status !== 200) await answer.text()
  return answer.status
}

test('a user has thirty streams, and an address three hundred; one that is closed makes room', async () => {
  const cookies: string[] = []
  for (let n = 0; n < 11; n += 1) cookies.push(await person(n))
  const [first = '', ...others] = cookies
  const statuses: number[] = []
  for (let n = 0; n < 31; n += 1) statuses.push(await listen(first, '10.0.0.1'))
  expect(statuses.filter((status) => status === 200)).toHaveLength(30)
  expect(statuses.at(-1)).toBe(429)
  expect(await listen(first, '10.0.0.2')).toBe(429)
  for (const cookie of others.slice(0, 9))
    for (let n = 0; n < 30; n += 1) expect(await listen(cookie, '10.0.0.1')).toBe(200)
  const last = others.at(-1) ?? ''
  expect(await listen(last, '10.0.0.1')).toBe(429)
  expect(await listen(last, '10.0.0.2')).toBe(200)
  open.shift()?.abort()
  await expect.poll(() => listen(last, '10.0.0.1')).toBe(200)
})
