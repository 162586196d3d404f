import { describe, expect, it } from 'vitest'
import type { Activity } from '#shared/contracts/activity-log'
import { exportName, exportText } from './export-state.ts'

const entry = (changes: Partial<Activity>): Activity => ({
  id: '1',
  type: 'transfer',
  action: 'webhook_auto_transfer',
  description: 'Jobb #1003 er overført',
  success: true,
  metadata: null,
  createdAt: '2026-11-21T22:30:00Z',
  actor: null,
  ...changes,
})

describe('the exported log', () => {
  it('is named after the Norwegian day', () => {
    expect(exportName(new Date('2026-11-21T23:30:00Z'))).toBe('systemlogg-2026-11-22.csv')
  })
  it('has its five columns and a row for each entry, with Suksess or Feil', () => {
    const file = exportText([
      entry({}),
      entry({ success: false, type: 'error' }),
      entry({ success: null, type: 'webhook' }),
    ])
    expect(file.split('\r\n')).toEqual([
      '\uFEFFtid;type;handling;beskrivelse;status',
      '21.11.2026 23:30;Overføring;webhook_auto_transfer;Jobb #1003 er overført;Suksess',
      '21.11.2026 23:30;Feil;webhook_auto_transfer;Jobb #1003 er overført;Feil',
      '21.11.2026 23:30;Webhook;webhook_auto_transfer;Jobb #1003 er overført;Suksess',
      '',
    ])
  })
  it('runs nothing in a spreadsheet, whatever a customer is called', () => {
    expect(exportText([entry({ description: '=HYPERLINK("http://x")' })])).toContain(
      `"'=HYPERLINK(""http://x"")"`,
    )
    expect(exportText([entry({ description: 'a;b\nc' })])).toContain('"a;b\nc"')
  })
  it('has its columns when the log is empty, and nothing where there is no description', () => {
    expect(exportText([])).toMatch(/^\uFEFFtid;type;handling;beskrivelse;status\r\n/)
    expect(exportText([entry({ description: null })])).toContain('webhook_auto_transfer;;Suksess')
  })
})
