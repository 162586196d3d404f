import { expect, test } from 'vitest'
import { triggerBilling } from '#shared/contracts/billing'
import { readOperations, resumeVendor } from '#shared/contracts/operations'
import {
  activeSubscriber,
  billOf,
  invoicesTo,
  nextFirst,
  startSeller,
} from '../../support/billing/seller.ts'
import { until } from '../../support/wait.ts'

/** Tests billing while the seller's Fiken does not respond; waits are not shortened. */

const { world, seller } = await startSeller({
  date: '2027-01-15',
  overrides: { ladderScale: 1 },
})

const fiken = async () => {
  const { needs } = await seller.visitor.call(readOperations)
  return {
    bills: needs.find((need) => need.kind === 'silent')?.bills,
    stopped: needs.find((need) => need.kind === 'bills'),
  }
}

test('the operator sees how many bills wait for Fiken, and both buttons try them at once', async () => {
  const customers = [await activeSubscriber(world), await activeSubscriber(world)]
  const { faults } = world.vendors
  const away = faults.add({ kind: 'status', vendor: 'fiken', status: 503 })
  const month = await nextFirst(world, seller)
  await until('both bills to wait', async () => (await fiken()).bills === 2)
  expect((await fiken()).stopped).toBeUndefined()

  // Fiken is still down, so the bills are retried and wait again.
  const { message } = await seller.visitor.call(triggerBilling)
  expect(message).toBe('2 som ventet, prøves nå.')
  await until('both bills to wait again', async () => (await fiken()).bills === 2)

  faults.remove(away.id)
  const resumed = await seller.visitor.call(resumeVendor, { params: { vendor: 'fiken' } })
  expect(resumed.message).toMatch(/2 fakturaer som ventet\.$/)
  for (const one of customers) {
    await billOf(seller, one, month, 'done')
    expect(invoicesTo(seller, one)).toHaveLength(1)
  }
  expect(await fiken()).toEqual({ bills: undefined, stopped: undefined })
})
