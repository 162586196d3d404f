import { expect, it } from 'vitest'
import { leftText } from './countdown-state.ts'

it('counts down to the next attempt in the units that matter', () => {
  expect([7_500_000, 3_600_000, 252_000, 60_000, 37_400, 1].map(leftText)).toEqual([
    '2 t 5 min',
    '1 t 0 min',
    '4 min 12 s',
    '1 min 0 s',
    '38 s',
    '1 s',
  ])
  expect([0, -5].map(leftText)).toEqual([null, null])
})
