import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Attachment } from '#clients/servicem8/types'
import { MOST_ATTACHMENTS } from '#shared/attachments'
import { planRows, TOO_MANY, type Known } from './plan-rows.ts'
import { isOwnDocument, toldKind } from './told-kind.ts'

const file = (uuid: string, change: Partial<Attachment> = {}): Attachment => ({
  uuid,
  active: true,
  jobUuid: 'job',
  name: `${uuid}.jpg`,
  fileType: '.jpg',
  source: '',
  editDate: '2026-11-20 10:00:00',
  ...change,
})
const known = (attachmentUuid: string, change: Partial<Known> = {}): Known => ({
  attachmentUuid,
  chosen: null,
  state: 'sent',
  why: '',
  draftUuid: 'draft',
  askedAt: null,
  ...change,
})
const plan = (change: Partial<Parameters<typeof planRows>[0]>) =>
  planRows({ found: [], known: [], choice: 'all', draftUuid: 'draft', ...change })
const states = (change: Partial<Parameters<typeof planRows>[0]>) =>
  plan(change).rows.map(({ attachmentUuid, state }) => [attachmentUuid, state])

describe('which files go with a draft', () => {
  test('by the setting: nothing, what is or may be a PDF, or photos too', () => {
    const found = [
      file('photo'),
      file('pdf', { fileType: '.pdf' }),
      file('what', { fileType: '', name: 'Skjema' }),
      file('film', { fileType: '.mp4' }),
    ]
    const sent = (choice: 'none' | 'pdf' | 'all') =>
      plan({ found, choice }).rows.map(({ attachmentUuid }) => attachmentUuid)
    expect(sent('none')).toEqual([])
    expect(sent('pdf').sort()).toEqual(['pdf', 'what'])
    expect(sent('all').sort()).toEqual(['pdf', 'photo', 'what'])
  })

  test("never ServiceM8's own invoice or quote, nor what is deleted, even if it was ticked", () => {
    const found = [
      file('invoice', { source: 'INVOICE' }),
      file('quote', { source: 'QUOTE' }),
      file('gone', { active: false }),
    ]
    expect(states({ found })).toEqual([])
    expect(
      states({ found, known: found.map(({ uuid }) => known(uuid, { chosen: true })) }),
    ).toEqual([])
  })

  test("a person's tick goes before the setting, both ways", () => {
    const found = [file('wanted'), file('unwanted')]
    const rows = [
      known('wanted', { chosen: true, state: 'idle', draftUuid: null }),
      known('unwanted', { chosen: false, state: 'idle', draftUuid: null }),
    ]
    expect(states({ found, known: rows, choice: 'none' })).toEqual([
      ['unwanted', 'idle'],
      ['wanted', 'waiting'],
    ])
    expect(states({ found, known: rows, choice: 'all' })).toEqual([
      ['unwanted', 'idle'],
      ['wanted', 'waiting'],
    ])
  })

  test('what is on this draft is left alone, and another draft gets it anew', () => {
    const found = [file('photo')]
    expect(states({ found, known: [known('photo')] })).toEqual([])
    expect(states({ found, known: [known('photo', { draftUuid: 'former' })] })).toEqual([
      ['photo', 'waiting'],
    ])
  })

  test('what may have arrived is not begun from the beginning, and what failed is', () => {
    const found = [file('photo')]
    const row = (change: Partial<Known>) => plan({ found, known: [known('photo', change)] }).rows[0]
    expect(row({ state: 'waiting', askedAt: new Date() })?.isNew).toBe(false)
    expect(row({ state: 'failed' })).toMatchObject({ state: 'waiting', isNew: true })
    expect(row({ state: 'refused', why: 'HEIC' })).toMatchObject({ state: 'refused', why: 'HEIC' })
    expect(row({ state: 'refused', why: TOO_MANY })).toMatchObject({ state: 'waiting' })
  })

  test('a file that is gone in ServiceM8 is forgotten, unless it is in Fiken', () => {
    const rows = [known('sent'), known('waits', { state: 'waiting' })]
    expect(plan({ known: rows }).gone).toEqual(['waits'])
  })

  test('never more than twenty are on a draft, always the oldest, whatever the order', () => {
    const files = Array.from({ length: 30 }, (_, n) =>
      file(`f${String(n).padStart(2, '0')}`, { editDate: `2026-11-${10 + (n % 15)} 10:00:00` }),
    )
    const expected = plan({ found: files }).rows
    fc.assert(
      fc.property(
        fc.shuffledSubarray(files, { minLength: files.length }),
        fc.nat({ max: MOST_ATTACHMENTS }),
        (found, sent) => {
          expect(plan({ found }).rows).toEqual(expected)
          const there = files.slice(0, sent).map(({ uuid }) => known(uuid))
          const more = plan({ found, known: there }).rows
          const waiting = more.filter(({ state }) => state === 'waiting')
          expect(waiting).toHaveLength(MOST_ATTACHMENTS - sent)
          expect(more.filter(({ why }) => why === TOO_MANY)).toHaveLength(30 - MOST_ATTACHMENTS)
        },
      ),
    )
  })
})

test.each([
  ['.PDF', 'x', 'pdf'],
  ['jpg', 'x', 'image'],
  ['', 'IMG_1.HEIC', 'image'],
  ['', 'Skjema', 'unknown'],
  ['.docx', 'x', 'other'],
  ['.rar', 'x', 'unknown'],
] as const)('a file of type "%s" named %s looks like: %s', (fileType, name, kind) => {
  expect(toldKind({ fileType: fileType.toLowerCase(), name })).toBe(kind)
})

test('the documents of ServiceM8 itself are told by where they come from, not by their name', () => {
  expect(isOwnDocument({ source: 'INVOICE' })).toBe(true)
  expect(isOwnDocument({ source: 'QUOTE' })).toBe(true)
  expect(isOwnDocument({ source: '' })).toBe(false)
})
