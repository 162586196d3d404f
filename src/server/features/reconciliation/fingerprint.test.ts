import { expect, test } from 'vitest'
import type { ReconciledDocument, ReconciliationRow } from '#shared/contracts/reconciliation'
import { fingerprintOf } from './fingerprint.ts'

const draft = (gross: number): ReconciledDocument => ({
  type: 'draft',
  slug: 'ror-as',
  uuid: 'd',
  draftId: 1,
  invoiceNumber: null,
  saleId: null,
  gross,
})

const row = (change: Partial<ReconciliationRow> = {}): ReconciliationRow => ({
  jobUuid: 'a',
  jobNumber: '1',
  customer: 'Ola',
  kind: 'in_fiken',
  code: null,
  message: null,
  completedAt: null,
  total: 100_000,
  transferId: 't',
  documents: [draft(100_000)],
  ...change,
})

const one = fingerprintOf([row()])

test.each<[string, ReconciliationRow]>([
  ['another total in ServiceM8', row({ total: 100_001 })],
  ['another amount in Fiken', row({ documents: [draft(99_999)] })],
  ['a second document', row({ documents: [draft(100_000), draft(100_000)] })],
  ['no document', row({ documents: [] })],
  ['another result', row({ kind: 'job_changed' })],
  ['a deposit', row({ deposit: 5_000 })],
  ['another job', row({ jobUuid: 'b' })],
])('%s is a change of the figures', (_what, changed) => {
  expect(fingerprintOf([changed])).not.toBe(one)
})

test('one job more, or none, is a change of the figures', () => {
  expect(fingerprintOf([row(), row({ jobUuid: 'b' })])).not.toBe(one)
  expect(fingerprintOf([])).not.toBe(one)
})

test('an invoice made of the draft, a corrected name, another message and another order change no figures', () => {
  const invoice = { ...draft(100_000), type: 'invoice' as const, invoiceNumber: '10001', saleId: 7 }
  expect(fingerprintOf([row({ documents: [invoice] })])).toBe(one)
  expect(fingerprintOf([row({ customer: 'Ola Nes', message: 'Ny tekst' })])).toBe(one)
  const [a, b] = [row(), row({ jobUuid: 'b', documents: [draft(1), draft(2)] })]
  const turned = { ...b, documents: b.documents.toReversed() }
  expect(fingerprintOf([turned, a])).toBe(fingerprintOf([a, b]))
})
