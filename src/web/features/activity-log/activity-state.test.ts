import { describe, expect, it } from 'vitest'
import type { Activity } from '#shared/contracts/activity-log'
import { resultOf, systemCards, withoutErrors } from './activity-state.ts'

describe('the log', () => {
  it('names results in words', () => {
    expect([resultOf(null).word, resultOf(true).word, resultOf(false).word]).toEqual([
      'Info',
      'Vellykket',
      'Feilet',
    ])
  })
  it('shows an error on one card, and fills the others with what else there is', () => {
    const rows = ['6', '5', '4', '3'].map((id) => ({ id }) as Activity)
    const ids = (most: number) =>
      withoutErrors(rows, [{ id: '5' } as Activity], most).map(({ id }) => id)
    expect([ids(2), ids(10)]).toEqual([
      ['6', '4'],
      ['6', '4', '3'],
    ])
  })
})

describe('the status cards', () => {
  const status = {
    servicem8Connected: true,
    fikenConnected: false,
    webhookActive: true,
    lastWebhookTime: null,
    isActive: false,
    jobFetchType: 'completed' as const,
    invoiceCreationMode: 'draft' as const,
    servicem8Status: 'connected' as const,
    fikenStatus: 'disconnected' as 'disconnected' | 'reauth_required' | 'connected',
    everActive: false,
    needsCompany: false,
    servicem8Account: 'Fjordvik Rør',
    fikenAccount: null,
    lastSyncAt: null,
  }
  it('say how both systems, the webhook and the switch are, and where to fix them', () => {
    expect(systemCards(status).map(({ name, word, ok, href }) => [name, word, ok, href])).toEqual([
      ['ServiceM8', 'Tilkoblet', true, '/configuration#servicem8'],
      ['Fiken', 'Frakoblet', false, '/configuration#fiken'],
      ['Webhook', 'Aktiv', true, '/configuration#webhooks'],
      ['Automatisk overføring', 'Slått av', false, '/configuration#integrasjon'],
    ])
  })
  it('do not say that jobs are transferred while a company must be chosen or an access is gone', () => {
    const last = (changes: Partial<typeof status>) =>
      systemCards({ ...status, isActive: true, ...changes }).at(-1)
    expect(last({ fikenStatus: 'connected' })).toMatchObject({ ok: true, word: 'Slått på' })
    expect(last({ fikenStatus: 'connected', needsCompany: true })).toMatchObject({
      ok: false,
      word: 'På pause',
      href: '/configuration#fiken',
      fix: 'Velg selskap i Fiken',
    })
    expect(last({ fikenStatus: 'reauth_required' })).toMatchObject({
      ok: false,
      word: 'På pause',
      href: '/configuration#fiken',
    })
    expect(systemCards({ ...status, fikenStatus: 'reauth_required' })[1]).toMatchObject({
      word: 'Token utløpt',
      ok: false,
    })
  })
})
