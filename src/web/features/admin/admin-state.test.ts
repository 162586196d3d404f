import { describe, expect, it } from 'vitest'
import {
  fullName,
  lastPage,
  nameOf,
  readView,
  resultOf,
  whyKept,
  writeView,
} from './admin-state.ts'

const ID = '8f14e45f-ceea-467f-a8f1-0c5a1b2c3d4e'
const usual = { q: '', page: 1, type: '', user: '', size: 50 }

describe('what the panel shows', () => {
  it('is read from the address, odd values as none', () => {
    expect(readView(new URLSearchParams())).toEqual(usual)
    expect(
      readView(new URLSearchParams(`q=kari&side=3&type=oauth&bruker=${ID}&antall=200`)),
    ).toEqual({ q: 'kari', page: 3, type: 'oauth', user: ID, size: 200 })
    expect(readView(new URLSearchParams('side=-1&type=alt&bruker=7&antall=7'))).toEqual(usual)
    expect(readView(new URLSearchParams('side=1e9')).page).toBe(1)
  })

  it('is written without what is as usual, and a new search begins at the first page', () => {
    const at = (search: string, change: Parameters<typeof writeView>[1]) =>
      writeView(new URLSearchParams(search), change).toString()
    expect(at('side=3', { q: 'ola' })).toBe('q=ola')
    expect(at('q=ola&side=3', { type: 'error' })).toBe('q=ola&side=3&type=error')
    expect(at('q=ola&antall=25', { q: '', size: 50 })).toBe('')
    expect(at('annet=1', { user: ID })).toBe(`annet=1&bruker=${ID}`)
  })

  it('has a last page, also when there is nobody', () => {
    expect([0, 1, 50, 51, 120].map((total) => lastPage(total, 50))).toEqual([1, 1, 1, 2, 3])
  })
})

describe('a user', () => {
  it('is called by name, or else by e-mail address', () => {
    const email = 'kari@firma.example'
    expect(nameOf({ firstName: 'Kari', lastName: 'Nordmann', email })).toBe('Kari Nordmann')
    expect(nameOf({ firstName: null, lastName: 'Nordmann', email })).toBe('Nordmann')
    expect(nameOf({ firstName: ' ', lastName: null, email })).toBe(email)
    expect(fullName({ firstName: null, lastName: '' })).toBeNull()
  })

  it('is kept where it is oneself or sends the bills, and the row says why', () => {
    expect(whyKept({ id: ID, sendsBills: false }, ID)).toContain('deg selv')
    expect(whyKept({ id: ID, sendsBills: true }, 'another')).toContain('Fiken-tilkoblingen')
    expect(whyKept({ id: ID, sendsBills: false }, 'another')).toBeNull()
  })
})

it('an entry of the log is information, succeeded or failed', () => {
  expect([null, true, false].map((success) => resultOf(success).word)).toEqual([
    'Info',
    'Vellykket',
    'Feilet',
  ])
})
