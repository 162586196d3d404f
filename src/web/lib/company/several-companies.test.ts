import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Tab } from './company.ts'
import { settle } from './several-companies.ts'

const company = (id: string) => ({ id, name: `Firma ${id}`, role: 'owner' as const })
const A = company('a')
const B = company('b')
const C = company('c')

function storage(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('addEventListener', () => undefined)
})
afterEach(() => vi.unstubAllGlobals())

const tabWith = (change: Partial<Tab> = {}): Tab => ({
  id: null,
  from: null,
  name: null,
  hasSeveral: false,
  person: null,
  isRefused: false,
  ...change,
})
const kari = (companies: (typeof A)[], shown: typeof A | null) => ({
  id: 'kari',
  companies,
  company: shown,
})

describe('the company that a tab shows', () => {
  it('is kept for the tab, and as the beginning of new tabs', () => {
    const tab = tabWith({ id: 'b', from: 'link' })
    expect(settle(tab, kari([A, B], B))).toBe(false)
    expect(tab).toMatchObject({ id: 'b', name: 'Firma b', hasSeveral: true, isRefused: false })
    const another = tabWith()
    expect(settle(another, kari([A, B], null))).toBe(true)
    expect(another.id).toBe('b')
  })

  it('is chosen by the user when nothing names one of several', () => {
    const tab = tabWith()
    expect(settle(tab, kari([A, B], null))).toBe(false)
    expect(tab).toMatchObject({ id: null, hasSeveral: true, isRefused: false })
  })

  it('is named from then on by the tab of somebody who gets a second one elsewhere', () => {
    const tab = tabWith({ id: 'a', person: 'kari' })
    expect(settle(tab, kari([A, B], null))).toBe(true)
    expect(tab).toMatchObject({ id: 'a', from: 'tab', isRefused: false })
  })

  it('is their own for another person who logs in in the same tab', () => {
    const tab = tabWith({ id: 'a', person: 'ola' })
    expect(settle(tab, kari([B], null))).toBe(true)
    expect(tab).toMatchObject({ id: 'b', isRefused: false })
  })

  it('is never replaced by another when the user loses the access', () => {
    const tab = tabWith({ id: 'a' })
    settle(tab, kari([A, B], A))
    expect(settle(tab, kari([B], null))).toBe(false)
    expect(tab).toMatchObject({ id: 'a', name: 'Firma a', isRefused: true })
  })

  it('is refused when a link names one that the user is not a member of', () => {
    const tab = tabWith({ id: 'c', from: 'link' })
    expect(settle(tab, kari([A], null))).toBe(false)
    expect(tab).toMatchObject({ id: 'c', isRefused: true })
  })

  it('is forgotten when somebody else has logged in since, and one company needs no choice', () => {
    settle(tabWith({ id: 'b', from: 'link' }), kari([A, B], B))
    const tab = tabWith({ id: 'b', from: 'tab' })
    expect(settle(tab, { id: 'ola', companies: [C], company: null })).toBe(true)
    expect(tab).toMatchObject({ id: 'c', isRefused: false })
    settle(tab, { id: 'ola', companies: [C], company: C })
    expect(sessionStorage.getItem('company')).toBeNull()
    expect(localStorage.getItem('company')).toBeNull()
  })
})
