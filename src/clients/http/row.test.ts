import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ExternalError } from './external-error.ts'
import { readRow, type Row } from './row.ts'

const field = (value: unknown) => readRow('servicem8', 'job', { uuid: 'u-1', f: value })

function problemOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof ExternalError && error.kind === 'bad_answer') return error.details
    throw error
  }
  throw new Error('expected a bad answer')
}

test('a yes or no is read in every spelling seen in live accounts', () => {
  const yes = fc.constantFrom<unknown>(true, 1, '1', 'true', 'yes', 'Yes', 'TRUE', ' 1 ')
  const no = fc.constantFrom<unknown>(false, 0, '0', 'false', 'no', 'False')
  fc.assert(fc.property(yes, (value) => field(value).flag('f')))
  fc.assert(fc.property(no, (value) => !field(value).flag('f')))
  for (const none of [undefined, null, '']) {
    expect(field(none).flag('f', false)).toBe(false)
    expect(problemOf(() => field(none).flag('f'))).toContain('job.f is missing')
  }
  for (const odd of [2, -1, 'maybe', {}, [], NaN])
    expect(problemOf(() => field(odd).flag('f', false))).toContain('job.f is neither yes nor no')
})

test('decimal text is kept to the last digit', () => {
  const decimal = fc.tuple(
    fc.boolean(),
    fc.bigInt({ min: 0n, max: 10n ** 18n }),
    fc.integer({ min: 0, max: 9999 }),
  )
  fc.assert(
    fc.property(decimal, ([negative, whole, fraction]) => {
      const written = `${negative ? '-' : ''}${whole}.${String(fraction).padStart(4, '0')}`
      expect(field(written).decimal('f')).toBe(written)
    }),
  )
})

test('a number becomes decimal text without exponent that reads as the same number', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: -1e15, max: 1e15 }), (number) => {
      const written = field(number).decimal('f')
      expect(written).toMatch(/^-?\d+(\.\d+)?$/)
      if (Math.abs(number) > 1e-6) expect(Number(written)).toBe(number)
    }),
  )
  expect(field(198.9).decimal('f')).toBe('198.9')
  expect(field(1e-7).decimal('f')).toBe('0.0000001')
})

test.each(['1,5', '1 000', 'NaN', '12abc', '1e5', '--1', true, {}, [], '9'.repeat(50)])(
  '%j is not a decimal number',
  (value) => {
    expect(problemOf(() => field(value).decimal('f', '0'))).toContain('job.f is no decimal number')
  },
)

test('whatever the vendor sends is read, or refused with the name of the field, and never crashes', () => {
  const reads: ((row: Row) => unknown)[] = [
    (row) => row.text('f'),
    (row) => row.requiredText('f'),
    (row) => row.integer('f'),
    (row) => row.numberOrNull('f'),
    (row) => row.decimal('f'),
    (row) => row.flag('f'),
    (row) => row.list('f'),
  ]
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...reads), (value, read) => {
      try {
        read(field(value))
      } catch (error) {
        expect(error).toBeInstanceOf(ExternalError)
        expect((error as ExternalError).details).toMatch(/^job\.f .*uuid u-1/s)
      }
    }),
  )
  for (const value of [null, 1, 'x', [], undefined])
    expect(problemOf(() => readRow('fiken', 'draft', value))).toContain('not an object')
})
