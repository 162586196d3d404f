import { describe, expect, it } from 'vitest'
import { recordActivity, recordActivityOnce } from '#server/features/activity-log/record'
import { activityLogRoutes } from '#server/features/activity-log/routes'
import { ORIGIN, startHttpApp } from '#test/support/world/http-app'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute))
const SAVED = {
  type: 'configuration',
  action: 'configuration_saved',
  description: 'Lagret',
  success: true,
} as const
const RUNG = {
  type: 'transfer',
  action: 'webhook_auto_transfer',
  description: 'Jobb #1 er overført',
  success: true,
} as const

const world = await startHttpApp({
  features: [{ name: 'activity-log', routes: activityLogRoutes }],
})
const person = {
  email: 'kari@firma.no',
  password: 'blå-himmel-42',
  firstName: 'Kari',
  lastName: 'Nordmann',
}
const answer = await world.app.inject({
  method: 'POST',
  url: '/api/auth/register',
  headers: { origin: ORIGIN },
  payload: {
    ...person,
    companyName: 'Firma AS',
    address: 'Storgata 1',
    postalCode: '0155',
    city: 'Oslo',
  },
})
const cookie = `sid=${answer.cookies.find(({ name }) => name === 'sid')?.value ?? ''}`
const companyId = answer.json<{ id: string }>().id
for (const [n, success] of [true, false, null, true, true].entries()) {
  await recordActivity(world.platform.db, {
    companyId,
    actor: null,
    type: 'configuration',
    action: 'proven',
    description: `nr ${n}`,
    success,
    at: at(n),
  })
}

const list = (query: string, headers: Record<string, string> = { cookie }) =>
  world.app.inject({ url: `/api/activity-logs${query}`, headers })
const texts = (answer: Awaited<ReturnType<typeof list>>) =>
  answer.json<{ description: string }[]>().map((row) => row.description)
const ours = 'type=configuration&q=nr'

describe('GET /api/activity-logs', () => {
  it('is a bare array, newest first, with the total count and the link to the next page in its headers', async () => {
    const first = await list(`?${ours}&limit=3`)
    expect(texts(first)).toEqual(['nr 4', 'nr 3', 'nr 2'])
    expect(first.headers['x-total-count']).toBe('5')
    const second = await list(`?${ours}&limit=3&cursor=${String(first.headers['x-next-cursor'])}`)
    expect(texts(second)).toEqual(['nr 1', 'nr 0'])
    expect(second.headers['x-total-count']).toBe('5')
    expect(second.headers['x-next-cursor']).toBeUndefined()
  })

  it('shows what failed, what succeeded, and what happened on a day', async () => {
    expect(texts(await list(`?${ours}&success=false`))).toEqual(['nr 1'])
    expect(texts(await list(`?${ours}&success=true`))).toEqual(['nr 4', 'nr 3', 'nr 0'])
    expect(texts(await list(`?${ours}&from=2026-11-20&to=2026-11-20`))).toHaveLength(5)
    expect(texts(await list(`?${ours}&from=2026-11-21`))).toEqual([])
  })

  it('has the newest failures at hand, however much went well since', async () => {
    for (let n = 0; n < 240; n += 1)
      await recordActivity(world.platform.db, { ...SAVED, companyId, actor: null, at: at(60 + n) })
    await recordActivity(world.platform.db, { ...RUNG, companyId, actor: null, at: at(30) })
    expect(texts(await list('?card=errors&limit=5'))).toEqual(['nr 1'])
    expect(texts(await list('?card=webhooks&limit=10'))).toEqual(['Jobb #1 er overført'])
    expect(texts(await list('?type=webhook&limit=10'))).toEqual(['Jobb #1 er overført'])
    expect((await list('?type=webhook')).headers['x-total-count']).toBe('1')
    expect((await list('?limit=10')).json()).toHaveLength(10)
  })

  it('keeps one entry of what two readers find at the same time', async () => {
    const found = {
      ...SAVED,
      description: 'Jobb #7 overføres ikke',
      companyId,
      actor: null,
      at: at(500),
    }
    const written = await Promise.all(
      [1, 2, 3, 4].map(() => recordActivityOnce(world.platform.db, found, 60_000)),
    )
    expect(written.filter(Boolean)).toHaveLength(1)
  })

  it('says in Norwegian what is wrong with an invalid page or date', async () => {
    for (const query of ['?cursor=x', '?from=2026-02-31', '?limit=0', '?type=ukjent']) {
      const answer = await list(query)
      expect(answer.statusCode, query).toBe(400)
      expect(answer.json<{ message: string }>().message, query).toMatch(/Ugyldig|finnes ikke/)
    }
  })

  it('is closed to users who are not logged in', async () => {
    expect((await list('', {})).statusCode).toBe(401)
  })
})
