import { describe, expect, it } from 'vitest'
import type { Activity } from '#shared/contracts/activity-log'
import { resultOf, sections, systemCards } from './activity-state.ts'

function activity(id: number, type: Activity['type'], success: boolean | null = null): Activity {
  return { id: String(id), type, action: 'x', description: null, success, metadata: null, createdAt: '2026-11-21T10:00:00Z' }
}

describe('the log', () => {
  it('shows the 10 newest webhooks, the 5 newest errors and the 10 newest of all', () => {
    const rows = Array.from({ length: 40 }, (_, at) => activity(at, at % 2 ? 'webhook' : 'error', at % 2 ? true : false))
    const { webhooks, errors, latest } = sections(rows)
    expect([webhooks.length, errors.length, latest.length]).toEqual([10, 5, 10])
    expect([webhooks[0]?.id, errors[0]?.id, latest[0]?.id]).toEqual(['1', '0', '0'])
  })
  it('counts a transfer that failed among the errors', () => {
    expect(sections([activity(1, 'transfer', false), activity(2, 'transfer', true)]).errors.map((row) => row.id)).toEqual(['1'])
  })
  it('counts what a webhook brought about among the webhooks', () => {
    const rows = ['job_status_changed', 'webhook_auto_transfer', 'transfer_deleted'].map((action, at) => ({
      ...activity(at, 'transfer'),
      action,
    }))
    expect(sections(rows).webhooks.map((row) => row.action)).toEqual(['job_status_changed', 'webhook_auto_transfer'])
  })
  it('names results in words', () => {
    expect([resultOf(null).word, resultOf(true).word, resultOf(false).word]).toEqual(['Info', 'Vellykket', 'Feilet'])
  })
})

describe('the status cards', () => {
  const status = {
    servicem8Connected: true,
    fikenConnected: false,
    webhookActive: true,
    lastWebhookTime: null,
    isActive: false,
    servicem8Status: 'connected' as const,
    fikenStatus: 'disconnected' as 'disconnected' | 'reauth_required' | 'connected',
    everActive: false,
    needsCompany: false,
    servicem8Account: 'Fjordvik Rør',
    fikenAccount: null,
    lastSyncAt: null,
  }
  it('say of both systems, the webhook and the switch how they are, and where they are mended', () => {
    expect(systemCards(status).map(({ name, word, ok, href }) => [name, word, ok, href])).toEqual([
      ['ServiceM8', 'Tilkoblet', true, '/configuration#servicem8'],
      ['Fiken', 'Frakoblet', false, '/configuration#fiken'],
      ['Webhook', 'Aktiv', true, '/configuration#webhooks'],
      ['Automatisk overføring', 'Slått av', false, '/configuration#integrasjon'],
    ])
  })
  it('do not say that jobs are transferred while a company must be chosen or an access is gone', () => {
    const last = (changes: Partial<typeof status>) => systemCards({ ...status, isActive: true, ...changes }).at(-1)
    expect(last({ fikenStatus: 'connected' })).toMatchObject({ ok: true, word: 'Slått på' })
    expect(last({ fikenStatus: 'connected', needsCompany: true })).toMatchObject({
      ok: false,
      word: 'På pause',
      href: '/configuration#fiken',
      mend: 'Velg selskap i Fiken',
    })
    expect(last({ fikenStatus: 'reauth_required' })).toMatchObject({ ok: false, word: 'På pause', href: '/configuration#fiken' })
    expect(systemCards({ ...status, fikenStatus: 'reauth_required' })[1]).toMatchObject({ word: 'Tilgang utløpt', ok: false })
  })
})
