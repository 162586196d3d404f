import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatCount } from './counts.ts'

it('writes a count as the language data of Norway has it', () => {
  const norwegian = new Intl.NumberFormat('nb-NO')
  fc.assert(
    fc.property(fc.maxSafeInteger(), (count) => {
      expect(formatCount(count)).toBe(norwegian.format(count))
    }),
    { examples: [[0], [999], [1_000], [-1_234_567]] },
  )
})
