import { expect, test } from 'vitest'
import { idOfSelected, selectionOf } from './selection.ts'

const UUID = '0a1b2c3d-4e5f-6789-abcd-ef0123456789'

test('both readings of a bulk delete name the same, each thing once', () => {
  const ids = [`matched:12:${UUID}`, 'fiken:13', `sm8:${UUID}`]
  const items = [
    { type: 'matched' as const, fikenProductId: 12, servicem8Uuid: UUID, name: 'Rør' },
    { type: 'matched' as const, productId: '12', uuid: UUID },
    { type: 'missingInServiceM8' as const, productId: 13 },
    { type: 'missingInFiken' as const, uuid: UUID },
  ]
  for (const body of [{ itemIds: ids }, { items }, { itemIds: ids, items }])
    expect(selectionOf(body).map(idOfSelected)).toEqual(ids)
  expect(selectionOf({})).toEqual([])
})

test('a bare number is a product in Fiken alone, and a bare uuid an item in ServiceM8 alone', () => {
  expect(selectionOf({ itemIds: ['12', 13, UUID, UUID.toUpperCase()] })).toEqual([
    { fikenProductId: 12, servicem8Uuid: null },
    { fikenProductId: 13, servicem8Uuid: null },
    { fikenProductId: null, servicem8Uuid: UUID },
    { fikenProductId: null, servicem8Uuid: UUID.toUpperCase() },
  ])
  expect(selectionOf({ itemIds: ['12', 'fiken:12', UUID, `sm8:${UUID}`] })).toHaveLength(2)
})

test('a type says which side is meant, whatever ids come with it', () => {
  const both = { fikenProductId: 12, servicem8Uuid: UUID }
  expect(selectionOf({ items: [{ type: 'missingInServiceM8', ...both }] })).toEqual([
    { fikenProductId: 12, servicem8Uuid: null },
  ])
  expect(selectionOf({ items: [{ type: 'missingInFiken', ...both }] })).toEqual([
    { fikenProductId: null, servicem8Uuid: UUID },
  ])
})

test('an unknown form is refused by name, and nothing of the rest is done', () => {
  const unknown = [
    '0',
    '-4',
    '1.5',
    '1e3',
    'rør',
    UUID.slice(0, -1),
    `${UUID}:12`,
    '',
    'fiken:',
    'fiken:0',
    'fiken:1e3',
    'fiken:-4',
    'sm8:',
    'sm8:a b',
  ]
  for (const id of [...unknown, 'matched:12', 'matched:12:', `matched::${UUID}`, 'x:1'])
    expect(() => selectionOf({ itemIds: ['fiken:13', id] })).toThrow(
      `Vi kjenner ikke igjen «${id}». Ingenting er slettet.`,
    )
  for (const type of ['matched', 'missingInServiceM8', 'missingInFiken'] as const)
    expect(() => selectionOf({ items: [{ type, name: 'Rør' }] })).toThrow('«Rør»')
  expect(() => selectionOf({ items: [{ type: 'matched', productId: 12 }] })).toThrow('«12»')
  expect(() => selectionOf({ items: [{ type: 'matched', uuid: UUID }] })).toThrow(UUID)
})
