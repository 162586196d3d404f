import { expect, test } from 'vitest'
import type { Transfer } from '#shared/contracts/transfers/row'
import {
  checkedMonth,
  completeSet,
  collectiveCustomer,
  headingsOf,
  jobsOf,
  makeDrafts,
  numbersOf,
  rowsThat,
  make,
} from '../support/people/collective-customer.ts'
import { startBackedUpWorld } from '../support/world/backed-up.ts'
import { SHORT_WAITS } from '../support/world/limiters.ts'

/** Tests a backup from before the jobs were put on a collective draft. */

const SWEEP_MS = 16 * 60_000

const world = await startBackedUpWorld(
  { ...SHORT_WAITS, ladderScale: 0.02, tickMs: 300 },
  { byDay: true },
)
const customer = await collectiveCustomer(world, 'Samlet før AS')

const isSentBefore = ({ status, errorCode }: Transfer) =>
  status === 'failed' && errorCode === 'sent_before'

test('no job of a collective draft from the lost time is invoiced again, whether it waited then or was not known', async () => {
  const prices = [{ prices: ['1000.0000'] }, { prices: ['333.3300'] }]
  const waited = await completeSet(customer, prices)
  await world.kill()
  await world.save()
  await world.start()

  const first = await makeDrafts(customer, waited)
  const unknown = await completeSet(customer, prices)
  const second = await makeDrafts(customer, unknown)
  const onDrafts = [numbersOf(first), numbersOf(second)]
  expect(headingsOf(customer)).toEqual(onDrafts)
  await world.kill()
  await world.putBack()
  world.advance(SWEEP_MS)
  await world.start()

  // When the user presses the button, the existing draft is looked up.
  await make(customer, waited)
  const jobs = [...jobsOf(waited), ...jobsOf(unknown)]
  const stopped = await rowsThat(customer, jobs, 'to be stopped', isSentBefore)
  expect(headingsOf(customer)).toEqual(onDrafts)
  const { rows, summary } = await checkedMonth(customer, world)
  const seen = stopped.map(({ id }) => {
    const row = rows.find(({ transferId }) => transferId === id)
    return [row?.kind, row?.documents.map(({ gross }) => gross)]
  })
  expect(seen).toEqual([
    ['by_hand', [125_000]],
    ['by_hand', [41_666]],
    ['by_hand', [125_000]],
    ['by_hand', [41_666]],
  ])
  expect(summary).toMatchObject({ missing: { count: 0 }, extra: { count: 0 } })

  // Jobs completed after the restore get a new draft.
  const later = await makeDrafts(customer, await completeSet(customer, [{}, {}]))
  expect(headingsOf(customer)).toEqual([...onDrafts, numbersOf(later)])
})
