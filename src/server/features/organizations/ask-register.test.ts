import { expect, test } from 'vitest'
import { questionOf, recentAnswers } from './ask-register.ts'

test.each([
  '974760673',
  '974 760 673',
  ' 974.760.673 ',
  'NO 974 760 673 MVA',
  '974\u00a0760\u200b673',
])('%j is an organisation number', (typed) =>
  expect(questionOf(typed)).toEqual({ about: 'number', number: '974760673' }),
)

test('nine digits with a wrong check digit are refused as they were typed', () => {
  expect(questionOf('974 760 674')).toEqual({
    about: 'refused',
    sentence: '«974 760 674» er ikke et gyldig organisasjonsnummer. Se etter om et siffer er feil.',
  })
})

test.each(['97476', '97476067', '01019912345', '1234 56 78903'])(
  '%s is no name: the register is not asked about a half number, or a person’s',
  (typed) => expect(questionOf(typed)).toEqual({ about: 'nothing' }),
)

test.each([
  ['  Nordnes \t\u0007 Bakeri\r\n', 'Nordnes Bakeri'],
  ['Rema 1000', 'Rema 1000'],
  ['2020 AS', '2020 AS'],
  ['1881', '1881'],
  ['<b>Bakeri</b>', '<b>Bakeri</b>'],
])('%j is the name %j', (typed, name) => expect(questionOf(typed)).toEqual({ about: 'name', name }))

test('what is left without control characters has to be two characters', () => {
  expect(questionOf('\u0001\u0002a\u200b')).toMatchObject({ about: 'refused' })
})

test('an answer is remembered for a while', () => {
  let now = 0
  const recent = recentAnswers<string>({ now: () => now }, { keptMs: 100 })
  recent.put('a', 'first')
  now = 99
  expect(recent.get('a')).toBe('first')
  recent.put('a', 'second')
  now = 150
  expect(recent.get('a')).toBe('second')
  now = 199
  expect(recent.get('a')).toBeUndefined()
  expect(recent.get('b')).toBeUndefined()
})

test('the oldest are forgotten when there are many', () => {
  const recent = recentAnswers<number>({ now: () => 0 }, { mostKept: 2 })
  for (const [index, key] of ['a', 'b', 'a', 'c'].entries()) recent.put(key, index)
  expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual([2, undefined, 3])
})
