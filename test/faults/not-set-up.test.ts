import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { rowsOf } from '#server/platform/database/database'
import { readTokenStatus } from '#shared/contracts/connections'
import { startTimedWorld } from '../support/people/person.ts'
import { completeWorkOrder, readyCustomer, transfersOf } from '../support/people/tenants.ts'
import { until } from '../support/wait.ts'
import { transferOf } from '../support/world/world.ts'

/**
 * Tests missing client credentials for a vendor, without which tokens cannot be renewed. Waiting
 * work is retried and resumes once the operator has restored them.
 */

const HOUR_MS = 3_600_000

const world = await startTimedWorld()
beforeEach(() => world.restart())

const waitingJobs = () =>
  rowsOf<{ job: string; problem: string }>(
    world.product.platform.db,
    sql`select object_id as job, processing_error as problem from webhook_events where not processed and processing_error is not null`,
  )

test('without credentials for ServiceM8, pings wait no longer than after any other failure', async () => {
  const customer = await readyCustomer(world, 'Uten nøkkel AS')
  await world.restart({ SERVICEM8_CLIENT_ID: '' })
  world.advance(2 * HOUR_MS)
  const jobs = [completeWorkOrder(world, customer), completeWorkOrder(world, customer)]
  const waiting = await until('both pings to have failed once', async () => {
    const rows = await waitingJobs()
    return jobs.every((job) => rows.some((row) => row.job === job)) && rows
  })
  expect(new Set(waiting.map(({ problem }) => problem))).toEqual(
    new Set([
      'ServiceM8 er ikke satt opp på denne installasjonen. Ta kontakt med den som driver tjenesten.',
    ]),
  )
  expect(await customer.visitor.call(readTokenStatus)).toMatchObject({ needsReauth: false })

  await world.restart()
  for (const job of jobs) await transferOf(customer.visitor, job, 'completed')
})

test('without credentials for Fiken, transfers stay in the queue and resume when they are back', async () => {
  const customer = await readyCustomer(world, 'Uten regnskap AS')
  await world.restart({ FIKEN_CLIENT_ID: '' })
  world.advance(25 * HOUR_MS)
  const job = completeWorkOrder(world, customer)
  const row = await until('the transfer to have been tried', async () =>
    (await transfersOf(customer)).find(
      ({ servicem8JobId, errorCode }) => servicem8JobId === job && errorCode !== null,
    ),
  )
  expect(row).toMatchObject({ errorCode: 'fiken_down' })
  expect(row.errorMessage).toContain('Fiken er ikke satt opp på denne installasjonen.')
  expect(['queued', 'processing']).toContain(row.status)

  await world.restart()
  await transferOf(customer.visitor, job, 'completed')
})
