import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import {
  afterConnecting,
  autoHideAfter,
  failureToast,
  indicatorOf,
  lastSyncOf,
  latest,
  problemIn,
  problemOf,
  SYNC_DONE,
  SYNC_STEPS,
  syncFailed,
  type Notification,
} from './sync-state.ts'
import { text } from './text.ts'

const refused = (answer: Record<string, unknown>, status = 409) =>
  new ApiError(status, JSON.stringify(answer), answer)
const notification = (changes: Partial<Notification>): Notification => ({
  id: 1,
  status: 'idle',
  title: '',
  message: '',
  timestamp: '2026-11-21T10:00:00Z',
  ...changes,
})

describe('a manual sync', () => {
  it('shows 0, 30, 70 and 100 percent on its way', () => {
    const steps = [SYNC_STEPS.start, SYNC_STEPS.fetching, SYNC_STEPS.processing, SYNC_DONE]
    expect(steps.map((step) => step.progress)).toEqual([0, 30, 70, 100])
    expect(SYNC_STEPS.fetching.message).toContain('ServiceM8')
  })
  it('shows its success for 3 seconds; errors stay until dismissed', () => {
    expect(autoHideAfter(notification(SYNC_DONE))).toBe(3000)
    expect(autoHideAfter(notification({ status: 'success' }))).toBe(5000)
    expect(
      autoHideAfter(notification({ status: 'error', autoHide: true, duration: 10 })),
    ).toBeNull()
    expect(autoHideAfter(notification({ status: 'fetching' }))).toBeNull()
  })
})

describe('a failed sync', () => {
  it('says which system must be approved, and sends the user to the configuration', () => {
    const problem = problemOf(refused({ message: 'Utløpt', action: 'reauthorize_fiken' }))
    expect(problem).toEqual({ message: 'Utløpt', action: 'reauthorize_fiken', network: false })
    expect(failureToast(problem)).toMatchObject({
      title: 'Fiken-tilgangen er utløpt',
      configure: '/configuration#fiken',
    })
    expect(
      problemOf(refused({ message: 'Utløpt', code: 'reauthorize_servicem8' }, 401)).action,
    ).toBe('reauthorize_servicem8')
  })
  it.each([
    ['authorize_servicem8', 'servicem8'],
    ['authorize_fiken', 'fiken'],
    ['reauthorize_servicem8', 'servicem8'],
    ['reauthorize_fiken', 'fiken'],
  ])('offers the next step after %s', (action, card) => {
    expect(failureToast({ message: '', action, network: false }).configure).toBe(
      `/configuration#${card}`,
    )
  })
  it('is over once the missing system is connected; the errors of other causes stay', () => {
    const { change, extra } = syncFailed({
      message: 'Utløpt',
      action: 'reauthorize_servicem8',
      network: false,
    })
    const other = notification({ id: 3, ...syncFailed(problemOf(new Error('boom'))).change })
    const all = [notification({ id: 1, ...change }), notification({ id: 2, ...extra }), other]
    expect(afterConnecting(all, 'servicem8')).toEqual([other])
    expect(afterConnecting(all, 'fiken')).toEqual(all)
  })
  it('adds a notification when ServiceM8 has expired', () => {
    expect(
      syncFailed({ message: 'x', action: 'reauthorize_servicem8', network: false }).extra?.status,
    ).toBe('error')
    expect(
      syncFailed({ message: 'x', action: 'reauthorize_fiken', network: false }).extra,
    ).toBeNull()
  })
  it('shows the message, the error or "Ukjent feil oppstod" for anything else', () => {
    expect(failureToast(problemOf(refused({ message: 'Prøv senere' }, 503)))).toMatchObject({
      title: 'Synkroniseringsfeil',
      description: 'Prøv senere',
    })
    expect(failureToast(problemOf(refused({ error: 'nede' }, 500))).description).toBe('nede')
    expect(failureToast(problemOf(new Error('boom'))).description).toBe('Ukjent feil oppstod')
  })
  it('says when the server could not be reached', () => {
    expect(failureToast(problemOf(new ApiError(0, 'x', { code: 'network' })))).toEqual({
      title: 'Nettverksfeil',
      description: 'Kunne ikke kontakte server',
      configure: null,
    })
  })
  it('is recognised in an answer that is a success in form only', () => {
    expect(problemIn({ message: 'Ferdig' })).toBeNull()
    expect(problemIn({ message: 'Mangler', action: 'authorize_fiken' })).toMatchObject({
      action: 'authorize_fiken',
    })
  })
})

describe('the sync indicator', () => {
  const calm = {
    syncing: false,
    failedAt: null,
    poll: {
      servicem8Status: 'connected',
      fikenStatus: 'connected',
      isActive: true,
      needsCompany: false,
    } as const,
    polledAt: 1000,
    pollFailed: false,
  }
  it('is connected only when both systems are', () => {
    expect(indicatorOf(calm)).toBe('connected')
    expect(indicatorOf({ ...calm, poll: { ...calm.poll, fikenStatus: 'disconnected' } })).toBe(
      'disconnected',
    )
  })
  it('is not called active while the integration is off', () => {
    expect(text.indicator[indicatorOf(calm)]).toBe('Aktiv')
    expect(text.indicator[indicatorOf({ ...calm, poll: { ...calm.poll, isActive: false } })]).toBe(
      'Tilkoblet',
    )
    expect(
      indicatorOf({
        ...calm,
        poll: { ...calm.poll, isActive: false, fikenStatus: 'disconnected' },
      }),
    ).toBe('disconnected')
  })
  it('says that an access is gone, and that everything is paused until a company is chosen', () => {
    const expired = indicatorOf({ ...calm, poll: { ...calm.poll, fikenStatus: 'reauth_required' } })
    expect([text.indicator[expired], text.indicatorWhy.expired]).toEqual([
      'Ikke konfigurert: tilgang utløpt',
      'Tilgangen til ServiceM8 eller Fiken må godkjennes på nytt',
    ])
    expect(
      indicatorOf({
        ...calm,
        poll: { ...calm.poll, fikenStatus: 'disconnected', servicem8Status: 'reauth_required' },
      }),
    ).toBe('expired')
    expect(
      text.indicator[indicatorOf({ ...calm, poll: { ...calm.poll, needsCompany: true } })],
    ).toBe('På pause')
    expect(
      indicatorOf({ ...calm, poll: { ...calm.poll, needsCompany: true, isActive: false } }),
    ).toBe('switched_off')
  })
  it('connects at first, and is disconnected when the poll fails', () => {
    expect(indicatorOf({ ...calm, poll: undefined, polledAt: 0 })).toBe('reconnecting')
    expect(indicatorOf({ ...calm, pollFailed: true })).toBe('disconnected')
  })
  it('shows a failed sync until the next poll', () => {
    expect(indicatorOf({ ...calm, failedAt: 2000 })).toBe('error')
    expect(indicatorOf({ ...calm, failedAt: 2000, polledAt: 31_000 })).toBe('connected')
    expect(indicatorOf({ ...calm, failedAt: 2000, syncing: true })).toBe('syncing')
  })
  it('knows the later of two syncs', () => {
    expect(latest('2026-11-21T10:00:00Z', '2026-11-21T10:00:00.500Z')).toBe(
      '2026-11-21T10:00:00.500Z',
    )
    expect(latest(null, '2026-11-21T10:00:00Z')).toBe('2026-11-21T10:00:00Z')
    expect(latest(null, undefined)).toBeNull()
  })
  it('says "Aldri synkronisert" only when the server has said so', () => {
    const now = new Date('2026-11-21T10:00:00Z')
    expect(lastSyncOf(null, undefined, now)).toBeNull()
    expect(lastSyncOf(null, { lastSyncAt: null }, now)).toBe('Aldri synkronisert')
    expect(lastSyncOf(now.toISOString(), undefined, now)).toBe('Akkurat nå')
  })
})

describe('the counters beside the indicator', () => {
  it('say how the syncs that were started here have ended, and nothing before the first', () => {
    expect(text.syncCounts(0, 0)).toBe('')
    expect(text.syncCounts(2, 0)).toBe('2 vellykket')
    expect(text.syncCounts(1, 3)).toBe('1 vellykket, 3 feilet')
  })
})
