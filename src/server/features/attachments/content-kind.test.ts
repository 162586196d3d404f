import { expect, test } from 'vitest'
import { contentKind, endsAs, HEIC_WHY, UNKNOWN_WHY } from './content-kind.ts'
import { noteOf } from './record.ts'

test.each([
  ['png', 'png', true],
  ['apng', 'png', false],
  ['jpg', 'jpeg', true],
  ['gif', 'gif', false],
  ['pdf', 'pdf', false],
] as const)('Fiken takes a %s', (extension, takes, photo) => {
  expect(contentKind(extension)).toEqual({ takes, photo })
})

test('what Fiken does not take is refused with why', () => {
  expect(contentKind('heic')).toEqual({ takes: null, why: HEIC_WHY })
  expect(contentKind('avif')).toEqual({ takes: null, why: HEIC_WHY })
  expect(contentKind(undefined)).toEqual({ takes: null, why: UNKNOWN_WHY })
  expect(contentKind('docx')).toEqual({
    takes: null,
    why: 'Fiken tar imot png, jpeg, gif og pdf, og dette er en docx-fil.',
  })
})

test('a PDF without its last line has not come whole, a photo without its end may have', () => {
  expect(endsAs('pdf', Buffer.from('startxref\n9\n%%EOF\n\n'))).toBe('yes')
  expect(endsAs('pdf', Buffer.from('endobj'))).toBe('no')
  expect(endsAs('jpeg', Buffer.from([1, 2, 0xff, 0xd9]))).toBe('yes')
  expect(endsAs('jpeg', Buffer.from('SEFT'))).toBe('perhaps')
  expect(endsAs('png', Buffer.from('IEND\u0000'))).toBe('yes')
  expect(endsAs('png', Buffer.from('IDAT'))).toBe('perhaps')
  expect(endsAs('gif', Buffer.from(';'))).toBe('yes')
  expect(endsAs('gif', Buffer.from(';\0\0'))).toBe('yes')
  expect(endsAs('gif', Buffer.from(';x'))).toBe('no')
})

test('the row names what is missing on this draft, two of them and how many more', () => {
  const row = (name: string, state: 'failed' | 'refused' | 'sent' = 'failed') => ({
    name,
    state,
    draftUuid: 'd',
  })
  expect(noteOf([row('a', 'sent')], 'd')).toBeNull()
  expect(noteOf([row('a')], 'other')).toBeNull()
  expect(noteOf([row('a')], 'd')).toBe('Vedlegg ikke sendt: a')
  expect(noteOf([row('a'), row('b', 'refused')], 'd')).toBe('Vedlegg ikke sendt: a og b')
  expect(
    noteOf(
      ['a', 'b', 'c', 'd'].map((name) => row(name)),
      'd',
    ),
  ).toBe('Vedlegg ikke sendt: a, b og 2 til')
  expect(noteOf([row('')], 'd')).toBe('Vedlegg ikke sendt: uten navn')
})
