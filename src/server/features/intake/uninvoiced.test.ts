import { expect, it } from 'vitest'
import { addUp, sumOfJobs, type Undrafted } from './uninvoiced.ts'

const NONE = { waiting: 0, failed: 0, ore: 0, withoutAmount: 0, negative: 0, oldestAt: null }
const both = (transfers: Undrafted, jobs: Parameters<typeof sumOfJobs>[0]) =>
  addUp(transfers, sumOfJobs(jobs))
const job = (amount: number | null, completedAt: string | null = null) => ({ amount, completedAt })

it('adds the jobs that nobody has approved to the transfers without a draft', () => {
  const transfers = { ...NONE, waiting: 2, failed: 1, ore: 300_050, oldestAt: at(9) }
  expect(both(transfers, [job(100_000, at(4)), job(1, at(12))])).toEqual({
    count: 5,
    ore: 400_051,
    withoutAmount: 0,
    negative: 0,
    oldestAt: at(4),
    waiting: 2,
    failed: 1,
    unapproved: 2,
  })
})

it('counts what has no amount, and leaves it out of the sum', () => {
  const transfers = { ...NONE, waiting: 1, withoutAmount: 1 }
  expect(both(transfers, [job(null), job(2_500)])).toMatchObject({
    count: 3,
    ore: 2_500,
    withoutAmount: 2,
    oldestAt: null,
  })
})

it('does not deduct a credit from what others owe', () => {
  const transfers = { ...NONE, failed: 2, ore: 2_500, negative: 1 }
  expect(both(transfers, [job(-47_036), job(100)])).toMatchObject({
    count: 4,
    ore: 2_600,
    withoutAmount: 0,
    negative: 2,
  })
})

it('knows the oldest by whichever of them has a day', () => {
  expect(both(NONE, [job(1), job(1, at(7))]).oldestAt).toBe(at(7))
  expect(both({ ...NONE, oldestAt: at(3) }, [job(1)]).oldestAt).toBe(at(3))
  expect(both(NONE, [])).toMatchObject({ count: 0, ore: 0, oldestAt: null })
})

function at(day: number): string {
  return new Date(Date.UTC(2026, 10, day, 12)).toISOString()
}
