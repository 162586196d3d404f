import { expect, test } from 'vitest'
import { isApple, keyWish, typedAfter } from './keys-state.ts'

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
})
const page = { writing: false, inPanel: false }

test('Ctrl K and ⌘ K open the palette, also from a field and over a panel', () => {
  for (const place of [
    page,
    { writing: true, inPanel: false },
    { writing: false, inPanel: true },
  ]) {
    expect(keyWish(press('k', { ctrlKey: true }), place)).toBe('palette')
    expect(keyWish(press('K', { metaKey: true }), place)).toBe('palette')
  }
})

test('single keys do nothing where somebody writes, or in an open panel', () => {
  expect(keyWish(press('/'), page)).toBe('search')
  expect(keyWish(press('?'), page)).toBe('help')
  expect(keyWish(press('j'), page)).toBe('rows')
  for (const place of [
    { writing: true, inPanel: false },
    { writing: false, inPanel: true },
  ]) {
    expect(keyWish(press('/'), place)).toBeNull()
    expect(keyWish(press('?'), place)).toBeNull()
  }
})

test('other keys, and keys of the browser, are left alone', () => {
  expect(keyWish(press('x'), page)).toBeNull()
  expect(keyWish(press('/', { ctrlKey: true }), page)).toBeNull()
  expect(keyWish(press('k', { ctrlKey: true, altKey: true }), page)).toBeNull()
})

test('what is typed while the palette is fetched is kept, and the last letter can be taken back', () => {
  const typed = ['a', 'v', 'å', 'x', 'Backspace'].reduce(typedAfter, '')
  expect(typed).toBe('avå')
  expect(typedAfter('', 'Backspace')).toBe('')
})

test('an Apple keyboard has ⌘ where the others have Ctrl', () => {
  const platforms = ['MacIntel', 'iPhone', 'iPad', 'Win32', 'Linux x86_64', 'Linux armv8l', '']
  expect(platforms.filter(isApple)).toEqual(['MacIntel', 'iPhone', 'iPad'])
})
