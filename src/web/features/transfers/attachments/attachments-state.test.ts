import { describe, expect, test } from 'vitest'
import type { AttachmentAnswer } from '#shared/contracts/transfers/attachments'
import { bytesText, itemsOf, progressOf, type FoundFile } from './attachments-state.ts'

const now = new Date('2026-11-25T12:00:00Z')
const known: Parameters<typeof itemsOf>[2] = { choice: 'all', hasDraft: true, looking: false, now }
const photo: FoundFile = { uuid: 'a', name: 'Bilde.jpg', kind: 'image' }
const row = (change: Partial<AttachmentAnswer>): AttachmentAnswer => ({
  ...photo,
  state: 'idle',
  why: '',
  chosen: null,
  bytes: null,
  mayRetry: false,
  nextTryAt: null,
  ...change,
})
const one = (change: Partial<AttachmentAnswer> | null, more: Partial<typeof known> = {}) =>
  itemsOf(change ? [row(change)] : [], [photo], { ...known, ...more })[0]

describe('what the drawer says of a file', () => {
  test('in Fiken, with its size; its tick is locked', () => {
    expect(one({ state: 'sent', bytes: 2_500 })).toMatchObject({
      says: 'I Fiken · 2 kB',
      ticked: true,
      locked: true,
      tone: 'ok',
    })
  })
  test('on its way, and when it is tried again', () => {
    expect(one({ state: 'waiting' })).toMatchObject({ says: 'Sendes', why: '', ticked: true })
    const later = { nextTryAt: '2026-11-25T12:30:00Z', why: 'Fiken svarer ikke akkurat nå.' }
    expect(one({ state: 'waiting', ...later })).toMatchObject({
      says: 'Prøves igjen kl. 13.30',
      why: later.why,
    })
  })
  test('failed, with why and another try; refused, where no try helps', () => {
    expect(one({ state: 'failed', why: 'Avvist.', mayRetry: true })).toMatchObject({
      says: 'Ikke sendt',
      why: 'Avvist.',
      mayRetry: true,
    })
    expect(one({ state: 'refused', why: 'HEIC' })).toMatchObject({
      says: 'Kan ikke sendes',
      mayRetry: false,
    })
  })
  test('before the draft is made: what the setting means, unless a person has said otherwise', () => {
    const before = { hasDraft: false }
    expect(one(null, before)).toMatchObject({ says: 'Følger med utkastet', ticked: true })
    expect(one({ chosen: false }, before)).toMatchObject({ says: 'Ikke med', ticked: false })
    expect(one({ chosen: true }, { ...before, choice: 'none' })?.ticked).toBe(true)
  })
  test('on a draft that is there, a file that was not planned is not said to follow', () => {
    expect(one(null)).toMatchObject({ says: 'Ikke med', ticked: false })
    expect(one(null, { looking: true })?.ticked).toBe(true)
  })
  test('a film cannot be ticked, and a photo of an iPhone has no picture', () => {
    const [film] = itemsOf([], [{ ...photo, kind: 'other' }], known)
    expect(film).toMatchObject({ locked: true, ticked: false })
    const [heic] = itemsOf([], [{ ...photo, name: 'IMG.HEIC' }], known)
    expect(heic?.pictured).toBe(false)
  })
  test('what is in Fiken is shown although it is gone in ServiceM8, and before it is read there', () => {
    const rows = [row({ state: 'sent' })]
    expect(itemsOf(rows, [], known)).toHaveLength(1)
    expect(itemsOf(rows, undefined, known)).toHaveLength(1)
    expect(itemsOf(rows, [photo], known)).toHaveLength(1)
  })
})

test('the progress counts what goes along, and is over when nothing waits', () => {
  const items = (...states: AttachmentAnswer['state'][]) =>
    itemsOf(
      states.map((state, n) => row({ uuid: String(n), state })),
      undefined,
      known,
    )
  expect(progressOf(items('sent', 'waiting', 'failed', 'idle'))).toEqual({ done: 1, all: 2 })
  expect(progressOf(items('sent', 'failed'))).toBeNull()
})

test.each([
  [1, '1 kB'],
  [204_800, '200 kB'],
  [3_565_158, '3,4 MB'],
])('%i bytes are %s', (bytes, text) => expect(bytesText(bytes)).toBe(text))
