import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { listTransfers } from '#shared/contracts/transfers/list'
import { deleteLineItem, restoreLineItem } from '#shared/contracts/transfers/lines'
import { deleteTransfer, restoreTransfer } from '#shared/contracts/transfers/actions'
import { decideWaiting } from '#shared/contracts/transfers/waiting'
import { listActivity } from '#shared/contracts/activity-log'
import { login, logout, readSession } from '#shared/contracts/auth'
import { readDaily } from '#shared/contracts/overview'
import { changePassword } from '#shared/contracts/profile'
import { actOnMany } from '#shared/contracts/transfers/bulk'
import { addDays, dateOf, osloInstant } from '#shared/dates'
import type { Visitor } from '../../support/people/browserless.ts'
import { complete, draftsOf, openJobs, readyCustomer } from '../../support/people/customer.ts'
import { listen, type EventListener } from '../../support/people/event-listener.ts'
import { seasonedCustomer } from '../../support/people/seasoned.ts'
import { until } from '../../support/wait.ts'
import { daytime } from '../../support/clock/daytime.ts'
import { signUp, startWorld } from '../../support/world/world.ts'

const world = await startWorld(daytime())
const customer = await readyCustomer(world)

const ended = (stream: EventListener) => until('the stream to end', () => stream.ended())

async function anotherBrowser(visitor: Visitor): Promise<Visitor> {
  const { email } = await visitor.call(readSession)
  const other = world.visitor()
  await other.call(login, { body: { email, password: 'et langt nok passord' } })
  return other
}

describe('an open screen', () => {
  test('learns within two seconds of a job that became a draft, and nobody else does', async () => {
    const [mine, others] = [await listen(customer.visitor), await listen(await signUp(world))]
    expect([mine.status, mine.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ])
    expect(mine.headers.get('cache-control')).toBe('no-cache, no-transform')
    expect(mine.headers.get('x-accel-buffering')).toBe('no')
    const job = complete(world, customer, openJobs(customer)[0] ?? '')
    await until('the draft to be there', () => draftsOf(customer, job) === 1)
    const heard = new Set<string>()
    await until('the screen to receive it', () => {
      for (const topic of mine.heard()) heard.add(topic)
      return ['transfers', 'stats', 'activity', 'status'].every((topic) => heard.has(topic))
    })
    expect(others.heard().size).toBe(0)
    mine.close()
    others.close()
  })

  test('in another browser learns of what is done in this one', async () => {
    const person = await signUp(world)
    const stream = await listen(await anotherBrowser(person))
    await person.fetch('/api/transfers/delete-all-pending', { method: 'DELETE' })
    await until('the other browser to receive it', () => stream.heard().has('transfers'))
    stream.close()
  })

  test('learns at once of what changed after its page was made and before it listened', async () => {
    const person = await signUp(world)
    const madeAt = world.vendors.now()
    const first = await listen(person)
    await person.fetch('/api/transfers/delete-all-pending', { method: 'DELETE' })
    await until('the change to be known', () => first.heard().has('transfers'))
    const late = await listen(person, madeAt)
    await until('the late one to receive it', () => late.heard().has('transfers'))
    first.close()
    late.close()
  })

  test('in another browser learns of each action on a transfer that waits or has failed', async () => {
    const person = await seasonedCustomer(world)
    const other = await anotherBrowser(person.visitor)
    const rows = await person.visitor.call(listTransfers)
    const { id } = rows.find(({ status }) => status === 'failed') ?? rows[0]!
    const waiting = rows.find(({ status }) => status === 'pending')?.id ?? ''
    const line = { params: { id, lineIndex: 0 } }
    const acts: Record<string, () => Promise<unknown>> = {
      'leave a line out': () => person.visitor.call(deleteLineItem, { ...line, query: {} }),
      'put it back': () => person.visitor.call(restoreLineItem, line),
      'skip several': () =>
        person.visitor.call(actOnMany, { body: { act: 'skip', ids: [id, waiting] } }),
      'restore one': () => person.visitor.call(restoreTransfer, { params: { id } }),
      'delete one': () => person.visitor.call(deleteTransfer, { params: { id } }),
      'restore another': () => person.visitor.call(restoreTransfer, { params: { id: waiting } }),
      'skip what waits': () => person.visitor.call(decideWaiting, { body: { decision: 'skip' } }),
    }
    for (const [act, perform] of Object.entries(acts)) {
      // Each action has a new stream, so that no earlier hints are received.
      const stream = await listen(other)
      await perform()
      const heard = new Set<string>()
      const all = () => {
        for (const topic of stream.heard()) heard.add(topic)
        return ['transfers', 'stats', 'activity'].every((topic) => heard.has(topic))
      }
      await until(`the other browser to learn of: ${act}`, all)
      stream.close()
    }
  })

  test('is disconnected when its user logs out, or changes the password elsewhere', async () => {
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
    expect([mine.sessionOver(), theirs.sessionOver()]).toEqual([true, true])
  })

  test('needs a session, and is one of at most thirty', async () => {
    const stranger = await world.visitor().fetch('/api/events')
    expect([stranger.status, ((await stranger.json()) as { code: string }).code]).toEqual([
      401,
      'unauthenticated',
    ])
    const person = await signUp(world)
    const streams = await Promise.all(Array.from({ length: 30 }, () => listen(person)))
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
    expect((await listen(person)).status).toBe(429)
    streams[0]?.close()
    await until('the place to be free', async () => (await listen(person)).status === 200)
    for (const stream of streams) stream.close()
    expect((await person.fetch('/api/events', { method: 'HEAD' })).status).toBe(200)
  })
})

describe('the figures of the dashboard', () => {
  test('count each job on the Norwegian day it was completed, and each transfer on the day it ended', async () => {
    const { db } = world.product.platform
    const { id } = await customer.visitor.call(readSession)
    const today = dateOf(new Date(world.vendors.now()))
    const add = (
      day: string,
      hour: number,
      status: string,
      more: { skip?: boolean; ended?: string } = {},
    ) => {
      const completed = osloInstant(day, hour).toISOString()
      const ended = more.ended ? osloInstant(more.ended, 12).toISOString() : null
      return db.execute(sql`insert into transfers (id, user_id, servicem8_job_id, servicem8_account_id, status, skip_transfer,
          job_completed_at, completed_at, created_at, updated_at)
        values (gen_random_uuid(), ${id}, gen_random_uuid()::text, 'x', ${status}, ${more.skip ?? false}, ${completed}, ${ended},
          ${completed}, ${completed})`)
    }
    const before = await customer.visitor.call(readDaily)
    const [oldest, tooOld] = [addDays(today, -29), addDays(today, -30)]
    // The first and last hour of the Norwegian day; in UTC, the first is on the previous day.
    await add(oldest, 0, 'failed')
    await add(oldest, 23, 'completed', { ended: addDays(today, -1) })
    await add(oldest, 12, 'pending', { skip: true })
    await add(tooOld, 23, 'completed', { ended: tooOld })
    const after = await customer.visitor.call(readDaily)
    expect(after.map(({ date }) => date)).toEqual(
      Array.from({ length: 30 }, (_, n) => addDays(oldest, n)),
    )
    expect(after[0]).toEqual({ date: oldest, completed: 2, invoiced: 1, transferred: 0 })
    expect(after.at(-2)).toEqual({ ...before.at(-2), transferred: 1 })
    expect(after.at(-1)).toEqual(before.at(-1))
    const everybodyElse = await (await signUp(world)).call(readDaily)
    expect(everybodyElse.every(({ completed, transferred }) => completed + transferred === 0)).toBe(
      true,
    )
  })
})

describe('the log', () => {
  test('links to the transfer from every entry about one', async () => {
    const known = new Map(
      (await customer.visitor.call(listTransfers)).map((row) => [row.servicem8JobId, row.id]),
    )
    const rows = await customer.visitor.call(listActivity)
    const about = rows.filter(({ metadata }) => metadata?.jobUuid && known.has(metadata.jobUuid))
    expect(about.length).toBeGreaterThan(0)
    for (const { action, metadata } of about)
      expect(metadata?.transferId, action).toBe(known.get(metadata?.jobUuid ?? ''))
  })
})

test('an open screen does not delay a shutdown of the server', async () => {
  const stream = await listen(customer.visitor)
  await world.restart()
  await ended(stream)
  // The stream does not report the session as ended, so the page reconnects to the next server.
  expect(stream.sessionOver()).toBe(false)
  // The server ended the stream itself, instead of waiting and then cutting the connection.
  expect(stream.cut()).toBe(false)
})
