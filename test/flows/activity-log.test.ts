import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordActivity } from '#server/features/activity-log/record'
import { activityLogRoutes } from '#server/features/activity-log/routes'
import { ORIGIN, startHttpApp, type HttpApp } from '#test/support/http-app'

let world: HttpApp
let cookie: string

beforeAll(async () => {
  world = await startHttpApp({ features: [{ name: 'activity-log', routes: activityLogRoutes }] })
  const person = { email: 'kari@firma.no', password: 'blå-himmel-42', firstName: 'Kari', lastName: 'Nordmann' }
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    headers: { origin: ORIGIN },
    payload: { ...person, companyName: 'Firma AS', address: 'Storgata 1', postalCode: '0155', city: 'Oslo' },
  })
  cookie = `sid=${answer.cookies.find(({ name }) => name === 'sid')?.value ?? ''}`
  const userId = answer.json<{ id: string }>().id
  for (const [n, success] of [true, false, null, true, true].entries()) {
    const at = new Date(Date.UTC(2026, 10, 20, 12, n))
    await recordActivity(world.platform.db, {
      userId,
      type: 'configuration',
      action: 'proven',
      description: `nr ${n}`,
      success,
      at,
    })
  }
})
afterAll(() => world.close())

const list = (query: string, headers: Record<string, string> = { cookie }) =>
  world.app.inject({ url: `/api/activity-logs${query}`, headers })
const texts = (answer: Awaited<ReturnType<typeof list>>) => answer.json<{ description: string }[]>().map((row) => row.description)
const ours = 'type=configuration&q=nr'

describe('GET /api/activity-logs', () => {
  it('is a bare array, newest first, with the number of all and the way on in its headers', async () => {
    const first = await list(`?${ours}&limit=3`)
    expect(texts(first)).toEqual(['nr 4', 'nr 3', 'nr 2'])
    expect(first.headers['x-total-count']).toBe('5')
    const second = await list(`?${ours}&limit=3&cursor=${String(first.headers['x-next-cursor'])}`)
    expect(texts(second)).toEqual(['nr 1', 'nr 0'])
    expect(second.headers['x-total-count']).toBe('5')
    expect(second.headers['x-next-cursor']).toBeUndefined()
  })

  it('shows what failed, what succeeded, and what a day held', async () => {
    expect(texts(await list(`?${ours}&success=false`))).toEqual(['nr 1'])
    expect(texts(await list(`?${ours}&success=true`))).toEqual(['nr 4', 'nr 3', 'nr 0'])
    expect(texts(await list(`?${ours}&from=2026-11-20&to=2026-11-20`))).toHaveLength(5)
    expect(texts(await list(`?${ours}&from=2026-11-21`))).toEqual([])
  })

  it('says in Norwegian what is wrong with a page or a date that cannot be', async () => {
    for (const query of ['?cursor=x', '?from=2026-02-31', '?limit=0', '?type=ukjent']) {
      const answer = await list(query)
      expect(answer.statusCode, query).toBe(400)
      expect(answer.json<{ message: string }>().message, query).toMatch(/Ugyldig|finnes ikke/)
    }
  })

  it('is closed to whoever is not logged in', async () => {
    expect((await list('', {})).statusCode).toBe(401)
  })
})
