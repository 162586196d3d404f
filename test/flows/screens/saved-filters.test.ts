import { expect, test } from 'vitest'
import {
  deleteSavedFilter,
  listSavedFilters,
  MOST_SAVED,
  saveFilter,
} from '#shared/contracts/saved-filters'
import type { Visitor } from '../../support/people/browserless.ts'
import { signUp, startWorld } from '../../support/world/world.ts'

const world = await startWorld()

const list = 'transfers' as const
const save = (visitor: Visitor, name: string, query = 'status=failed') =>
  visitor.call(saveFilter, { body: { list, name, query } })
const namesOf = async (visitor: Visitor) =>
  (await visitor.call(listSavedFilters, { query: { list } })).map(({ name }) => name)

test('a filter is found again under its name, in alphabetical order, and a name stands for its newest filter', async () => {
  const person = await signUp(world)
  await save(person, 'Østlandet', 'q=oslo')
  await save(person, ' Feilet denne måneden ', 'status=failed&period=month')
  const first = await save(person, 'Ærlig talt')
  expect(await namesOf(person)).toEqual(['Feilet denne måneden', 'Ærlig talt', 'Østlandet'])
  expect(await save(person, 'Ærlig talt', 'sort=largest')).toEqual({
    ...first,
    query: 'sort=largest',
  })
  expect(await namesOf(person)).toHaveLength(3)
})

test('a filter that is deleted is gone, also when it is deleted twice', async () => {
  const person = await signUp(world)
  const { id } = await save(person, 'Kort liv')
  await person.call(deleteSavedFilter, { params: { id } })
  await person.call(deleteSavedFilter, { params: { id } })
  expect(await namesOf(person)).toEqual([])
})

test('nobody sees, replaces or deletes the filters of another', async () => {
  const one = await signUp(world)
  const other = await signUp(world)
  const { id } = await save(one, 'Min')
  await save(other, 'Min', 'status=completed')
  await other.call(deleteSavedFilter, { params: { id } })
  expect(await one.call(listSavedFilters, { query: { list } })).toEqual([
    { id, name: 'Min', query: 'status=failed' },
  ])
  expect((await world.visitor().tryCall(listSavedFilters, { query: { list } })).status).toBe(401)
})

test('when there are thirty, one more is refused with what to do, and a known name can still be changed', async () => {
  const person = await signUp(world)
  for (let number = 1; number <= MOST_SAVED; number += 1) await save(person, `Filter ${number}`)
  expect(
    await person.tryCall(saveFilter, { body: { list, name: 'Ett til', query: 'q=a' } }),
  ).toMatchObject({
    status: 409,
    body: {
      code: 'too_many_filters',
      message: 'Du har 30 lagrede filtre. Slett ett du ikke bruker, og prøv igjen.',
    },
  })
  expect((await save(person, 'Filter 7', 'q=b')).query).toBe('q=b')
})

test.each([
  ['no name', { name: '   ', query: 'q=a' }, 'Navn er påkrevd'],
  ['a name as long as a page', { name: 'a'.repeat(61), query: 'q=a' }, 'Navn kan ha høyst 60 tegn'],
  ['a filter of everything', { name: 'Alt', query: '' }, 'Feltet er påkrevd'],
  ['a megabyte', { name: 'Stort', query: 'q'.repeat(3_001) }, 'Kan ha høyst 3000 tegn'],
])('%s is refused in Norwegian', async (_what, body, message) => {
  const person = await signUp(world)
  expect(await person.tryCall(saveFilter, { body: { list, ...body } })).toMatchObject({
    status: 400,
    body: { message },
  })
  expect(await namesOf(person)).toEqual([])
})
