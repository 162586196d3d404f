import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesToDecode, mayBeDecoded, type Header } from './header.ts'

const photo = (more: Partial<Header>): Header => ({
  ...{ format: 'jpeg', width: 12_000, height: 9_000, channels: 3, bytesPerChannel: 1 },
  ...{ progressive: false, samples: 1.5, turned: false },
  ...more,
})
const square = (megapixels: number) => {
  const side = Math.floor(Math.sqrt(megapixels * 1e6))
  return { width: side, height: side }
}

test.each<[string, Partial<Header>, boolean]>([
  ['a JPEG of 108 megapixels, as phones make them', {}, true],
  ['the same on its side', { turned: true }, true],
  ['the same, progressive', { progressive: true }, false],
  ['a progressive one of 48 megapixels', { ...square(48), progressive: true }, true],
  ['… with all of its colours', { ...square(48), progressive: true, samples: 3 }, false],
  ['a JPEG of more than any phone makes', square(125), false],
  ['a PNG of 108 megapixels, read line by line', { format: 'png', bytesPerChannel: 2 }, true],
  ['the same on its side', { format: 'png', turned: true }, false],
  ['the same, interlaced', { format: 'png', progressive: true }, false],
  [
    'an interlaced one of 16 megapixels with all that a PNG can have',
    { ...square(16), format: 'png', progressive: true, channels: 4, bytesPerChannel: 2 },
    true,
  ],
  ['a screenshot on its side', { ...square(4), format: 'png', channels: 4, turned: true }, true],
  ['a WebP of 40 megapixels', { ...square(40), format: 'webp', channels: 4 }, true],
  ['a WebP as large as they get', { ...square(268), format: 'webp' }, false],
])('%s: %o', (_what, header, may) => {
  expect(mayBeDecoded(photo(header))).toBe(may)
})

test('what is larger, deeper, turned or progressive never needs less', () => {
  const header = fc.record({
    format: fc.constantFrom('jpeg', 'png', 'webp'),
    width: fc.integer({ min: 1, max: 20_000 }),
    height: fc.integer({ min: 1, max: 20_000 }),
    channels: fc.constantFrom(1, 3, 4),
    bytesPerChannel: fc.constantFrom(1, 2),
    progressive: fc.boolean(),
    samples: fc.constantFrom(1, 1.5, 2, 3, 4),
    turned: fc.boolean(),
  })
  fc.assert(
    fc.property(header, (one) => {
      for (const more of [
        { width: one.width * 2 },
        { bytesPerChannel: 2 },
        { turned: true },
        { progressive: true },
      ])
        expect(bytesToDecode({ ...one, ...more })).toBeGreaterThanOrEqual(bytesToDecode(one))
    }),
  )
})
