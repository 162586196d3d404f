import { describe, expect, it, test } from 'vitest'
import type { Transfer } from '#shared/contracts/transfers/row'
import {
  connectionOf,
  firstAct,
  lastActivityOf,
  panelRows,
  statCards,
  statusFilter,
  systemLine,
  transferredToday,
  type Stats,
  type SystemStatus,
} from './dashboard-state.ts'

const stats = (changes: Partial<Stats> = {}): Stats => ({
  total: 0,
  successful: 0,
  pending: 0,
  failed: 0,
  ...changes,
})
const system = (changes: Partial<SystemStatus> = {}): SystemStatus => ({
  servicem8Connected: true,
  fikenConnected: true,
  webhookActive: true,
  lastWebhookTime: null,
  isActive: true,
  jobFetchType: 'completed',
  invoiceCreationMode: 'draft',
  servicem8Status: 'connected',
  fikenStatus: 'connected',
  everActive: true,
  needsCompany: false,
  servicem8Account: null,
  fikenAccount: null,
  lastSyncAt: null,
  ...changes,
})

describe('the four cards', () => {
  it('open only failed and waiting, and only when there is something in them', () => {
    expect(statCards(stats({ total: 3, successful: 3 }), 0).map((card) => card.opens)).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(
      statCards(stats({ total: 3, pending: 2, failed: 1 }), 0).map((card) => card.opens),
    ).toEqual([null, null, 'pending', 'failed'])
  })
  it('are calm while the only ones that wait do so for their customer’s draft', () => {
    const tone = (pending: number, waitingForSet: number) =>
      statCards(stats({ total: 9, pending }), waitingForSet).find(({ key }) => key === 'pending')
    expect(tone(3, 3)).toMatchObject({ count: 3, tone: null, opens: 'pending' })
    expect(tone(4, 3)).toMatchObject({ count: 4, tone: 'wait' })
  })
  it('count everything that is not finished as waiting', () => {
    expect(statusFilter('pending')).toBe('pending,queued,processing')
    const rows = ['pending', 'queued', 'processing', 'failed', 'completed'].map(
      (status) => ({ status }) as Transfer,
    )
    expect(panelRows(rows, 'pending').map((row) => row.status)).toEqual([
      'pending',
      'queued',
      'processing',
    ])
    expect(panelRows(rows, 'failed').map((row) => row.status)).toEqual(['failed'])
  })
})

describe('the system status', () => {
  it('is connected and active only with both systems and the webhook', () => {
    expect(connectionOf(system())).toEqual({ word: 'Tilkoblet og aktiv', tone: 'ok', live: true })
    for (const lacking of ['servicem8Connected', 'fikenConnected', 'webhookActive'] as const) {
      expect(connectionOf(system({ [lacking]: false }))).toEqual({
        word: 'Delvis tilkoblet',
        tone: 'wait',
        live: false,
      })
    }
  })
  it('is not connected in part while nothing is, and frightens nobody before the first time', () => {
    const none = {
      servicem8Connected: false,
      fikenConnected: false,
      webhookActive: false,
      servicem8Status: 'disconnected',
      fikenStatus: 'disconnected',
    } as const
    const said = (changes: Partial<SystemStatus>) => connectionOf(system({ ...none, ...changes }))
    expect(said({ everActive: false })).toEqual({ word: 'Frakoblet', tone: 'neutral', live: false })
    expect(said({ everActive: true }).tone).toBe('bad')
    expect(said({ fikenConnected: true, fikenStatus: 'connected' }).word).toBe('Delvis tilkoblet')
    expect(said({ fikenStatus: 'reauth_required' }).word).toBe('Delvis tilkoblet')
  })
  it('is connected, but not called active, until the integration is switched on', () => {
    expect(connectionOf(system({ isActive: false }))).toEqual({
      word: 'Tilkoblet',
      tone: 'ok',
      live: false,
    })
    expect(connectionOf(system({ isActive: false, fikenConnected: false })).word).toBe(
      'Delvis tilkoblet',
    )
  })
  it('is on pause while a company must be chosen, and links to where to choose it', () => {
    expect(connectionOf(system({ needsCompany: true }))).toEqual({
      word: 'På pause',
      tone: 'wait',
      live: false,
    })
    expect(systemLine(system({ needsCompany: true }), 'fiken')).toEqual({
      word: 'Tilkoblet',
      ok: true,
      step: 'Velg selskap',
    })
    expect(systemLine(system({ needsCompany: true }), 'servicem8').step).toBeNull()
    expect(systemLine(system({ needsCompany: true, isActive: false }), 'fiken').step).toBeNull()
  })
  it('distinguishes lost access from access that never existed', () => {
    expect(systemLine(system({ fikenStatus: 'reauth_required' }), 'fiken')).toEqual({
      word: 'Token utløpt',
      ok: false,
      step: null,
    })
    expect(systemLine(system({ servicem8Status: 'disconnected' }), 'servicem8')).toEqual({
      word: 'Frakoblet',
      ok: false,
      step: 'Koble til',
    })
  })
})

test('one act comes first: a dead access, then the setup, the waiting jobs, and the sentence on top', () => {
  const nothing = {
    grantsSaid: 0,
    isSetUp: true,
    waiting: 0,
    leadHasStep: false,
    firstDraft: false,
  }
  const withLead = { ...nothing, leadHasStep: true }
  const withWaiting = { ...withLead, waiting: 2 }
  const notSetUp = { ...withWaiting, isSetUp: false }
  expect(firstAct(nothing)).toBe('sync')
  expect(firstAct({ ...nothing, firstDraft: true })).toBe('firstDraft')
  expect(firstAct({ ...nothing, firstDraft: true, leadHasStep: true })).toBe('lead')
  expect(firstAct(withLead)).toBe('lead')
  expect(firstAct(withWaiting)).toBe('question')
  expect(firstAct(notSetUp)).toBe('setup')
  expect(firstAct({ ...notSetUp, grantsSaid: 1 })).toBe('banner')
})

test('a last activity of another day says which', () => {
  const now = new Date('2026-11-26T08:00:00Z')
  const newest = { createdAt: '2026-11-24T07:30:00Z' }
  const at = (lastWebhookTime: string | null, transfer?: typeof newest) =>
    lastActivityOf(system({ lastWebhookTime }), transfer, now)
  expect(at('2026-11-26T07:30:00Z', newest)).toBe('08:30')
  expect(at('2026-11-24T07:30:00Z')).toBe('24.11.2026 kl. 08.30')
  expect(at(null)).toBe('Ingen varsler ennå')
  expect(at(null, newest)).toBe('Ingen varsler ennå, siste overføring 24.11.2026 kl. 08.30')
})

test('what was transferred today is what the last of the days says', () => {
  const day = (date: string, transferred: number) => ({
    date,
    completed: 9,
    invoiced: 9,
    transferred,
  })
  expect(transferredToday([day('2026-11-20', 9), day('2026-11-21', 3)])).toBe(3)
  expect(transferredToday(undefined)).toBeNull()
})
