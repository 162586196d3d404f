import { describe, expect, it } from 'vitest'
import type { Transfer } from '#shared/contracts/transfers'
import { isFullyConnected, leadOf, panelRows, statCards, statusFilter, type Stats, type SystemStatus } from './dashboard-state.ts'

const stats = (changes: Partial<Stats> = {}): Stats => ({ total: 0, successful: 0, pending: 0, failed: 0, ...changes })
const system = (changes: Partial<SystemStatus> = {}): SystemStatus => ({
  servicem8Connected: true,
  fikenConnected: true,
  webhookActive: true,
  lastWebhookTime: null,
  isActive: true,
  servicem8Account: null,
  fikenAccount: null,
  lastSyncAt: null,
  ...changes,
})

describe('the four cards', () => {
  it('open only failed and waiting, and only when there is something in them', () => {
    expect(statCards(stats({ total: 3, successful: 3 })).map((card) => card.opens)).toEqual([null, null, null, null])
    expect(statCards(stats({ total: 3, pending: 2, failed: 1 })).map((card) => card.opens)).toEqual([
      null,
      null,
      'pending',
      'failed',
    ])
  })
  it('count as waiting whatever is not finished', () => {
    expect(statusFilter('pending')).toBe('pending,queued,processing')
    const rows = ['pending', 'queued', 'processing', 'failed', 'completed'].map((status) => ({ status }) as Transfer)
    expect(panelRows(rows, 'pending').map((row) => row.status)).toEqual(['pending', 'queued', 'processing'])
    expect(panelRows(rows, 'failed').map((row) => row.status)).toEqual(['failed'])
  })
})

describe('the sentence on top', () => {
  it('comes when it is known how things are', () => {
    expect(leadOf(stats(), undefined)).toBeNull()
  })
  it('begins with what is missing, then what needs a person, then what waits', () => {
    expect(leadOf(stats({ failed: 1 }), system({ fikenConnected: false }))?.step).toMatchObject({ href: '/configuration' })
    expect(leadOf(stats({ total: 2, failed: 1, pending: 1 }), system())?.headline).toBe('1 overføring trenger deg.')
    expect(leadOf(stats({ pending: 1 }), system({ isActive: false }))?.headline).toBe('Automatisk overføring er slått av.')
    expect(leadOf(stats({ pending: 2 }), system())?.headline).toBe('2 jobber venter.')
  })
  it('says when all is well, and before anything has happened', () => {
    expect(leadOf(stats({ total: 2, successful: 2 }), system())).toMatchObject({ tone: 'ok', headline: 'Alt er i orden.' })
    expect(leadOf(stats(), system())?.headline).toBe('Klar til å begynne.')
  })
})

describe('the system status', () => {
  it('is connected and active only with both systems and the webhook', () => {
    expect(isFullyConnected(system())).toBe(true)
    expect(isFullyConnected(system({ webhookActive: false }))).toBe(false)
    expect(isFullyConnected(system({ servicem8Connected: false }))).toBe(false)
  })
})
