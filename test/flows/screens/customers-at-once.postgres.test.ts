import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '#server/platform/database/database'
import { writeCustomerAgain } from '#shared/contracts/customers'
import { startCustomerScreen } from '../../support/people/customer-screen.ts'
import { until } from '../../support/wait.ts'

const { plumber, named, edited, saved, fault } = await startCustomerScreen()

test('a customer that was also changed in ServiceM8 is never shown with the address from before that', async () => {
  const { db } = plumber.world.product.platform
  const { uuid, ...rema } = await named('Rema Drift Sentrum AS')
  const again = () => plumber.person.call(writeCustomerAgain, { params: { uuid } })
  const mend = fault({ kind: 'status', status: 503, path: '/company' })
  await saved({ uuid, ...rema }, { billing_address: 'Ventegata 4' })
  edited({ uuid }, { billing_address: 'Rema Drift Sentrum AS\nHerregata 5\n5804 Bergen' })
  const pressed = await db.transaction(async (tx) => {
    await tx.execute(sql`lock table billing_overrides in access exclusive mode`)
    const first = again()
    await until('its answer to be half read', async () => (await waitingForTheLock()) > 0)
    mend()
    const second = again()
    await until('both versions to be known', async () => {
      const [write] = await rowsOf<{ state: string }>(
        tx,
        sql`select state from billing_writes where client_uuid = ${uuid}`,
      )
      return write?.state === 'changed'
    })
    // The array keeps the promises from being awaited while the table is locked.
    return [first, second]
  })
  const [before, after] = await Promise.all(pressed)
  expect(before?.customer.saved).toMatchObject({
    servicem8: 'waiting',
    theirs: { billing_address: rema.billing_address },
  })
  expect(after?.customer.saved).toMatchObject({
    servicem8: 'changed',
    theirs: { billing_address: 'Herregata 5' },
  })

  async function waitingForTheLock(): Promise<number> {
    const locks = await rowsOf(
      db,
      sql`select 1 from pg_locks where not granted and relation = 'billing_overrides'::regclass`,
    )
    return locks.length
  }
})
