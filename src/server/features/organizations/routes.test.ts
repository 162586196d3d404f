import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOwnOrganization, findPlace } from '#shared/contracts/organizations'
import { startHttpApp, type HttpApp } from '#test/support/world/http-app'
import { organizationRoutes } from './routes.ts'

let world: HttpApp
beforeAll(async () => {
  world = await startHttpApp({ features: [{ name: 'organizations', routes: organizationRoutes }] })
})
afterAll(() => world.close())

// Neither question reaches the register, and both are counted.
test.each([
  ['companies', `${findOwnOrganization.path}?query=97476`, 200],
  ['places', `${findPlace.path}?postalCode=50`, 400],
])('who registers has sixty look-ups of %s a minute', async (_what, url, status) => {
  const statuses: number[] = []
  for (let time = 0; time < 61; time += 1)
    statuses.push((await world.app.inject({ url, remoteAddress: '10.9.9.9' })).statusCode)
  expect(statuses).toEqual([...Array<number>(60).fill(status), 429])
})
