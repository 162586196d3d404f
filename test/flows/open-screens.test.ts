import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login, logout, readSession } from '#shared/contracts/auth'
import { changePassword } from '#shared/contracts/profile'
import type { Visitor } from '../support/browserless.ts'
import { complete, draftsOf, openJobs, readyCustomer, type Customer } from '../support/customer.ts'
import { listen, type EventListener } from '../support/event-listener.ts'
import { until } from '../support/wait.ts'
import { signUp, startWorld, type TestWorld } from '../support/world.ts'

/** What the dashboard and the log are told and shown while they are open. */

let world: TestWorld
let customer: Customer
beforeAll(async () => {
  world = await startWorld()
  customer = await readyCustomer(world)
})
afterAll(() => world.stop())

const SOON_MS = 2_000
const ended = (stream: EventListener) => until('the stream to end', () => stream.ended(), SOON_MS)

/** Logs in once more, as from another browser. */
async function anotherBrowser(visitor: Visitor): Promise<Visitor> {
  const { email } = await visitor.call(readSession)
  const other = world.visitor()
  await other.call(login, { body: { email, password: 'et langt nok passord' } })
  return other
}

describe('an open screen', () => {
  test('is told within two seconds of a job that became a draft, and nobody else is', async () => {
    const [mine, others] = [await listen(customer.visitor), await listen(await signUp(world))]
    expect([mine.status, mine.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect(mine.headers.get('cache-control')).toBe('no-cache, no-transform')
    expect(mine.headers.get('x-accel-buffering')).toBe('no')
    const job = complete(world, customer, openJobs(customer)[0] ?? '')
    await until('the draft to be there', () => draftsOf(customer, job) === 1)
    const heard = new Set<string>()
    await until(
      'the screen to hear of it',
      () => {
        for (const topic of mine.heard()) heard.add(topic)
        return ['transfers', 'stats', 'activity', 'status'].every((topic) => heard.has(topic))
      },
      SOON_MS,
    )
    expect(others.heard().size).toBe(0)
    mine.close()
    others.close()
  })

  test('in another browser hears of what is done in this one', async () => {
    const person = await signUp(world)
    const stream = await listen(await anotherBrowser(person))
    await person.fetch('/api/transfers/delete-all-pending', { method: 'DELETE' })
    await until('the other browser to hear', () => stream.heard().has('transfers'), SOON_MS)
    stream.close()
  })

  test('is let go when its person logs out, or changes the password elsewhere', async () => {
    const person = await signUp(world)
    const other = await anotherBrowser(person)
    const [mine, theirs] = [await listen(person), await listen(other)]
    const body = {
      currentPassword: 'et langt nok passord',
      newPassword: 'et annet langt passord',
      confirmPassword: 'et annet langt passord',
    }
    await person.call(changePassword, { body })
    await ended(theirs)
    expect(mine.ended()).toBe(false)
    await person.call(logout)
    await ended(mine)
  })

  test('needs a session, and is one of twelve at most', async () => {
    const stranger = await world.visitor().fetch('/api/events')
    expect([stranger.status, ((await stranger.json()) as { code: string }).code]).toEqual([401, 'unauthenticated'])
    const person = await signUp(world)
    const streams = await Promise.all(Array.from({ length: 12 }, () => listen(person)))
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
    expect((await listen(person)).status).toBe(429)
    streams[0]?.close()
    await until('the place to be free', async () => (await listen(person)).status === 200)
    for (const stream of streams) stream.close()
    expect((await person.fetch('/api/events', { method: 'HEAD' })).status).toBe(200)
  })

  test('does not hold up a stop of the server', async () => {
    const stream = await listen(customer.visitor)
    const began = performance.now()
    await world.restart()
    await ended(stream)
    // Requests that do not end are cut after ten seconds.
    expect(performance.now() - began).toBeLessThan(9_000)
  })
})
