import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unstorableText } from './storable-text.ts'

test.each<[string, unknown, string | null]>([
  ['whole text', 'Rør 🚿 æøå', null],
  ['NUL', 'a\0b', ''],
  ['the first half of a character', 'a\ud83d', ''],
  ['the second half of a character', '\udca9b', ''],
  ['halves in the wrong order', '\udca9\ud83d', ''],
  ['halves that meet only across two texts', ['\ud83d', '\udca9'], '1'],
  ['text deep inside', { lines: [{ text: 'a' }, { text: '\ud83d' }] }, 'lines.1.text'],
  ['a key', { line: { '\ud83d': 1 } }, 'line'],
  ['not text at all', [null, undefined, 1, true, {}], null],
  ['bytes that have not been read yet', Buffer.from([0]), null],
])('%s', (_what, value, at) => expect(unstorableText(value)).toBe(at))

test('a value nested a hundred thousand deep is read to its end', () => {
  let value: unknown = '\0'
  for (let depth = 0; depth < 100_000; depth += 1) value = [value]
  expect(unstorableText(value)?.length).toBe(199_999)
})

test('any JSON without halves and NUL passes, and one such text anywhere in it does not', () => {
  const key = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'))
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      key,
      fc.integer(),
      fc.array(tie('tree')),
      fc.dictionary(key, tie('tree')),
    ),
  }))
  const bad = fc.constantFrom('\0', '\ud800', 'x\udfff', '\udc00\ud800')
  fc.assert(
    fc.property(tree, bad, key, (value, text, name) => {
      expect(unstorableText(value)).toBeNull()
      expect(unstorableText([value, { [name]: [text] }])).not.toBeNull()
      expect(unstorableText(JSON.parse(JSON.stringify({ value, text })))).not.toBeNull()
    }),
  )
})
