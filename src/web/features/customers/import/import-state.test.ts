import { describe, expect, it } from 'vitest'
import type { Task, TaskItem } from '#shared/contracts/tasks'
import {
  firstList,
  obstacleIn,
  obstacleOf,
  otherRecipient,
  pagesOf,
  readShown,
  stepOf,
  troubleOf,
  writeShown,
} from './import-state.ts'

describe('the address', () => {
  const read = (search: string) => readShown(new URLSearchParams(search))
  const written = (...args: Parameters<typeof writeShown>) => writeShown(...args).toString()

  it('says which list and which page of it, and odd values are as good as none', () => {
    expect(read('')).toEqual({ list: null, page: 1 })
    expect(read('list=missing&page=3')).toEqual({ list: 'missing', page: 3 })
    for (const odd of ['list=alle&page=0', 'list=&page=-2', 'page=1.5', 'list=toString&page=x'])
      expect(read(odd)).toEqual({ list: null, page: 1 })
  })
  it('begins another list at its first page, and keeps what is not the screen’s', () => {
    const search = new URLSearchParams('vis=1&list=linked&page=4')
    expect(written(search, 'missing')).toBe('vis=1&list=missing')
    expect(written(search, 'linked', 2)).toBe('vis=1&list=linked&page=2')
    expect(written(new URLSearchParams(), 'uncertain', 3)).toBe('list=uncertain&page=3')
  })
})

describe('what is shown first', () => {
  it('is the list in which a person has most to say', () => {
    expect(firstList({ linked: 9, uncertain: 3, missing: 6 })).toBe('uncertain')
    expect(firstList({ linked: 9, uncertain: 0, missing: 6 })).toBe('missing')
    expect(firstList({ linked: 9, uncertain: 0, missing: 0 })).toBe('linked')
    expect(firstList({ linked: 0, uncertain: 0, missing: 0 })).toBe('linked')
  })
  it('is the last page where the list has become shorter', () => {
    expect(pagesOf(0, 1)).toEqual({ page: 1, pages: 1 })
    expect(pagesOf(50, 2)).toEqual({ page: 1, pages: 1 })
    expect(pagesOf(51, 2)).toEqual({ page: 2, pages: 2 })
    expect(pagesOf(120, 9)).toEqual({ page: 3, pages: 3 })
  })
})

it('names a recipient only where it is somebody else', () => {
  expect(otherRecipient({ name: 'Ola', recipientName: 'Solsiden BRL' })).toBe('Solsiden BRL')
  expect(otherRecipient({ name: 'Ola', recipientName: 'Ola' })).toBeNull()
  expect(otherRecipient({ name: 'Ola', recipientName: '' })).toBeNull()
})

describe('what must be in place first', () => {
  const both = { servicem8Status: 'connected', fikenStatus: 'connected' } as const
  const chosen = { fikenCompanySlug: 'ror-as', requiresCompanySelection: false }

  it('is ServiceM8, then Fiken, then a company', () => {
    expect(obstacleOf({ ...both, servicem8Status: 'reauth_required' }, chosen)).toBe('servicem8')
    expect(obstacleOf({ ...both, fikenStatus: 'disconnected' }, chosen)).toBe('fiken')
    expect(obstacleOf(both, { ...chosen, fikenCompanySlug: null })).toBe('company')
    expect(obstacleOf(both, { ...chosen, requiresCompanySelection: true })).toBe('company')
    expect(obstacleOf(both, chosen)).toBeNull()
    expect(obstacleOf(undefined, undefined)).toBeNull()
  })
  it('is what the server’s refusal says too', () => {
    expect(obstacleIn('authorize_fiken')).toBe('fiken')
    expect(obstacleIn('no_company')).toBe('company')
    expect(obstacleIn('too_many_tasks')).toBeNull()
  })
})

describe('a comparison', () => {
  const counts = { total: 3, waiting: 0, done: 3, leftAlone: 0, failed: 0 }
  const task = (more: Partial<Task>) => ({ status: 'done' as const, counts, ...more })
  const item = (subject: string, status: TaskItem['status'], message: string | null = null) => ({
    subject,
    title: subject,
    status,
    message,
    code: null,
    became: null,
  })

  it('is at the first step that is not done', () => {
    const items = [item('clients', 'done'), item('contacts', 'waiting'), item('rest', 'waiting')]
    const open = { counts: { ...counts, waiting: 2, done: 1 } }
    expect(stepOf(open, items)).toEqual({ step: 2, steps: 3, title: 'contacts' })
    expect(stepOf(open, undefined)).toEqual({ step: 2, steps: 3, title: null })
    expect(stepOf({ counts }, [])).toEqual({ step: 3, steps: 3, title: null })
  })
  it('that went well, or goes on, has nothing to say', () => {
    expect(troubleOf(null, undefined)).toBeNull()
    expect(troubleOf(task({}), undefined)).toBeNull()
    expect(troubleOf(task({ status: 'running' }), undefined)).toBeNull()
  })
  it('that failed says why, and whether some were compared', () => {
    const failed = task({ counts: { ...counts, done: 1, failed: 1, leftAlone: 1 } })
    const unread = item('contacts', 'failed', 'Ikke hentet.')
    const left = item('match:rest', 'left_alone', 'Start på nytt.')
    expect(troubleOf(failed, [item('clients', 'done'), unread, left])).toEqual({
      ended: 'failed',
      some: false,
      why: 'Ikke hentet.',
    })
    expect(troubleOf(failed, [item('match:0', 'done'), left])).toEqual({
      ended: 'failed',
      some: true,
      why: 'Start på nytt.',
    })
    expect(troubleOf(failed, undefined)).toEqual({ ended: 'failed', some: false, why: null })
  })
  it('that was stopped by a person did not fail', () => {
    expect(troubleOf(task({ status: 'cancelled' }), [])).toEqual({ ended: 'cancelled' })
  })
})
