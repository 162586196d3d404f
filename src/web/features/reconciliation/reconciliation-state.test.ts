import { describe, expect, test } from 'vitest'
import type { ReconciliationSummary, ShownRow } from '#shared/contracts/reconciliation'
import { CAUSE_CODES } from '#shared/causes/index'
import { DISCREPANCY_KINDS, discrepancyOf, type DiscrepancyKind } from '#shared/discrepancies'
import { PENDING_REASONS, type TransferStatus } from '#shared/transfer-status'
import { csvOf } from './csv-rows.ts'
import { actForAll, buttonOf, documentLink, leadingGroup } from './buttons-state.ts'
import {
  differenceOf,
  monthFrom,
  neighbours,
  newsOf,
  progressShare,
  progressText,
  sectionsOf,
  verdictOf,
} from './reconciliation-state.ts'

const NOW = new Date('2026-11-21T13:30:00Z')
const CHECKED = '2026-11-21T13:05:00Z'
const PLACES = { fikenWebUrl: 'https://fiken.no' }

const draft = {
  type: 'draft' as const,
  slug: 'ror-as',
  uuid: 'u-1',
  draftId: 7,
  invoiceNumber: null,
  saleId: null,
  gross: 100_000,
}

function rowOf(kind: DiscrepancyKind, change: Partial<ShownRow> = {}): ShownRow {
  return {
    jobUuid: `job ${kind}`,
    jobNumber: '1001',
    customer: 'Bakeriet AS',
    kind,
    code: null,
    message: null,
    completedAt: '2026-11-10T09:00:00Z',
    total: 125_000,
    transferId: 't-1',
    documents: discrepancyOf(kind).state === 'look' ? [draft] : [],
    now: null,
    sharedBy: 0,
    joins: false,
    ...change,
  }
}

const part = (count: number, ore: number) => ({ count, ore })
const well: ReconciliationSummary = {
  jobs: part(42, 31_840_000),
  inFiken: part(42, 31_840_000),
  missing: part(0, 0),
  underway: part(0, 0),
  leftOut: part(0, 0),
  difference: 0,
  extra: part(0, 0),
  toLookAt: 0,
}
const plain = (text: string) => text.replaceAll(/\s/g, ' ')
const sentence = (change: Partial<ReconciliationSummary>, rows: readonly ShownRow[] = []) =>
  plain(verdictOf({ ...well, ...change }, rows, CHECKED, NOW).sentence)
const lacking = (...totals: number[]) => totals.map((total) => rowOf('missed', { total }))

describe('the month in one sentence, with the time of the check', () => {
  test.each<[string, Partial<ReconciliationSummary>, string, ShownRow[]?]>([
    ['all well', {}, 'Alt stemmer: 42 jobber, 318 400,00 kr – sjekket i dag kl. 14.05'],
    [
      'three missing',
      { missing: part(3, 1_240_000), toLookAt: 3 },
      '3 jobber mangler i Fiken (12 400,00 kr) – sjekket i dag kl. 14.05',
      lacking(1_000_000, 200_000, 40_000),
    ],
    [
      'a credit does not hide a discrepancy',
      { missing: part(2, 0), toLookAt: 2 },
      '2 jobber mangler i Fiken (12 400,00 kr, og 12 400,00 kr å kreditere) – sjekket i dag kl. 14.05',
      lacking(1_240_000, -1_240_000),
    ],
    [
      'only a credit',
      { missing: part(1, -500), toLookAt: 1 },
      '1 jobb mangler i Fiken (5,00 kr å kreditere) – sjekket i dag kl. 14.05',
      lacking(-500),
    ],
    [
      'missing and to be looked at',
      { missing: part(1, 100), toLookAt: 3, underway: part(1, 100) },
      '1 jobb mangler i Fiken (1,00 kr), 2 må ses på, 1 er på vei – sjekket i dag kl. 14.05',
      [...lacking(100), rowOf('job_changed')],
    ],
    [
      'only to be looked at',
      { toLookAt: 1 },
      '0 mangler i Fiken, 1 må ses på – sjekket i dag kl. 14.05',
    ],
    [
      'nothing was done',
      { jobs: part(0, 0), inFiken: part(0, 0) },
      'Ingen fullførte jobber – sjekket i dag kl. 14.05',
    ],
  ])('%s', (_name, change, expected, rows) => expect(sentence(change, rows)).toBe(expected))
})

test('a difference is explained by the rows that cause it, and the remainder is what no row explains', () => {
  const rows = [rowOf('job_changed'), rowOf('amount_changed', { total: 90_000 })]
  expect(differenceOf(well, rows)).toEqual([])
  expect(
    differenceOf({ ...well, difference: 15_002, extra: part(1, 500) }, rows).map(plain),
  ).toEqual([
    'Det som er i Fiken, er på 150,02 kr mindre enn jobbene i ServiceM8.',
    'Det kommer av: jobben er endret etter overføringen (−250,00 kr), beløpet på utkastet er endret i Fiken (+100,00 kr), avrunding, utelatte linjer og godtatte beløp (−0,02 kr).',
    'I tillegg ligger det ett dokument på 5,00 kr i Fiken som ingen fullført jobb svarer til.',
  ])
})

test('a credited invoice explains the whole of its job, and requires nothing in the file', () => {
  const rows = [rowOf('credited', { total: 100_000 })]
  expect(differenceOf({ ...well, difference: 100_000 }, rows).map(plain)).toEqual([
    'Det som er i Fiken, er på 1 000,00 kr mindre enn jobbene i ServiceM8.',
    'Det kommer av: fakturaen er kreditert (−1 000,00 kr).',
  ])
  expect(csvOf(rows)).toContain(';Fakturaen er kreditert;1000,00;0,00;-1000,00;')
})

describe('the buttons', () => {
  test('everything that is missing has one, and so has everything to be looked at, by button or by document', () => {
    const without = DISCREPANCY_KINDS.filter((kind) =>
      ['missing', 'look'].includes(discrepancyOf(kind).state),
    ).filter((kind) => {
      const row = rowOf(kind)
      return buttonOf(row, PLACES) === null && row.documents.length === 0
    })
    expect(without).toEqual([])
  })

  test.each(CAUSE_CODES)('a failure of cause %s has a fix', (code) => {
    expect(buttonOf(rowOf('failed', { code }), PLACES)).not.toBeNull()
  })

  test.each(PENDING_REASONS)('what waits for %s has a next step', (code) => {
    expect(buttonOf(rowOf('waiting', { code }), PLACES)).not.toBeNull()
  })

  test('what begins to wait for a collective draft is a group of its own, and its button says so', () => {
    const alone = rowOf('waiting', { code: 'undone' })
    const joins = rowOf('waiting', { code: 'undone', jobUuid: 'another', joins: true })
    expect([alone, joins].map((row) => buttonOf(row, PLACES))).toEqual([
      { label: 'Overfør nå', act: 'retry' },
      { label: 'Ta med på samlefaktura', act: 'retry' },
    ])
    const [section] = sectionsOf([alone, joins])
    expect(section?.groups.map(({ title }) => title)).toEqual([
      'Venter: angret, klar til å overføres',
      'Venter: angret, kan tas med på samlefaktura',
    ])
    const off = sectionsOf([rowOf('waiting', { code: 'inactive', joins: true })])
    expect(off[0]?.groups[0]?.title).toBe('Venter: ble ferdig mens integrasjonen var av')
  })

  test('what has happened to a transfer since the check removes the button', () => {
    const now = { transferId: 't-9', status: 'completed', skipped: false } as const
    expect(buttonOf(rowOf('missed', { transferId: null, now }), PLACES)).toEqual({
      label: 'Se overføringen',
      href: '/transfers?jobb=t-9',
    })
  })

  test('a draft that is not linked is adopted, by the transfer if there is one, and a deleted one is restored first', () => {
    expect(buttonOf(rowOf('unlinked'), PLACES)).toEqual({
      label: 'Koble til utkastet',
      act: 'retry',
    })
    expect(buttonOf(rowOf('unlinked', { transferId: null }), PLACES)).toEqual({
      label: 'Koble til utkastet',
      act: 'fetch',
    })
    expect(buttonOf(rowOf('unlinked', { code: 'skipped' }), PLACES)).toEqual({
      label: 'Gjenopprett',
      act: 'restore',
    })
  })

  test('one press for all is offered where all have the same action', () => {
    const two = [rowOf('missed'), rowOf('missed', { jobUuid: 'another' })]
    expect(actForAll(two, PLACES)).toMatchObject({
      label: 'Hent og overfør',
      act: 'fetch',
      rows: two,
    })
    expect(actForAll(two.slice(1), PLACES)).toBeNull()
    for (const kind of ['double', 'reopened'] as const)
      expect(actForAll([rowOf(kind), rowOf(kind)], PLACES)).toBeNull()
  })
})

test('one button is the one to press: the first that fixes something, and otherwise that of the check', () => {
  const two = [rowOf('missed'), rowOf('missed', { jobUuid: 'another' })]
  const failed = rowOf('failed', { code: 'draft_refused' })
  expect(leadingGroup([failed, ...two], PLACES)).toBe('missed')
  expect(leadingGroup([rowOf('missed')], PLACES)).toBe('missed')
  expect(leadingGroup([], PLACES)).toBeNull()
  // Intended states are collapsed.
  expect(leadingGroup([rowOf('skipped')], PLACES)).toBeNull()
})

test('a job that was fetched and failed since the check says so, links to its transfer, and is not fetched again', () => {
  const since = (status: TransferStatus, skipped = false) =>
    rowOf('missed', { transferId: null, now: { transferId: 't-9', status, skipped } })
  expect(newsOf(since('failed'))).toMatchObject({ tone: 'bad', label: 'Feilet etter sjekken' })
  for (const status of ['failed', 'pending', 'completed'] as const)
    expect(buttonOf(since(status), undefined)).toMatchObject({ href: '/transfers?jobb=t-9' })
  expect(buttonOf(since('failed', true), undefined)).toMatchObject({ act: 'fetch' })
  const untouched = [1, 2].map(() => rowOf('missed', { transferId: null }))
  expect(actForAll([since('failed'), ...untouched], undefined)?.rows).toEqual(untouched)
})

test('rows are ordered by what they mean, the missing first, and failures by their cause', () => {
  const rows = [
    rowOf('skipped'),
    rowOf('job_changed'),
    rowOf('failed', { code: 'vat_unmapped' }),
    rowOf('failed', { code: 'draft_refused' }),
    rowOf('failed', { code: 'vat_unmapped' }),
    rowOf('missed'),
  ]
  const shown = sectionsOf(rows).map(({ state, groups }) => [
    state,
    ...groups.map((group) => `${group.title} ${group.rows.length}`),
  ])
  expect(shown).toEqual([
    [
      'missing',
      'Jobben kom aldri inn 1',
      'Overføringen feilet: MVA-satsen er ikke koblet til Fiken 2',
      'Overføringen feilet: Fiken godtok ikke utkastet 1',
    ],
    ['look', 'Jobben er endret etter overføringen 1'],
    ['left_out', 'Slettet av deg 1'],
  ])
})

test('documents are opened where Fiken shows them', () => {
  expect(documentLink(draft, PLACES)).toEqual({
    label: 'Utkast',
    url: 'https://fiken.no/foretak/ror-as/fakturautkast/u-1',
  })
  const invoice = { ...draft, type: 'invoice' as const, invoiceNumber: '10042', saleId: 5 }
  expect(documentLink(invoice, PLACES)).toEqual({
    label: 'Faktura 10042',
    url: 'https://fiken.no/foretak/ror-as/handel/salg/5',
  })
})

test('months are stepped through one by one, and never into the future', () => {
  expect(monthFrom('2026-09', NOW)).toBe('2026-09')
  for (const odd of [null, '', '2026-13', '2026-12', 'mars'])
    expect(monthFrom(odd, NOW)).toBe('2026-11')
  expect(neighbours('2026-01', NOW)).toEqual({ previous: '2025-12', next: '2026-02' })
  expect(neighbours('2026-11', NOW).next).toBeNull()
})

test('progress is never full before the check has ended', () => {
  expect(progressText(null)).toBe('Venter på tur')
  expect(plain(progressText({ step: 'drafts', done: 300, total: 5_000 }))).toBe(
    'Leser utkastene i Fiken: 300 av 5 000',
  )
  expect(progressShare({ step: 'jobs', done: 0, total: null })).toBeNull()
  expect(progressShare({ step: 'invoices', done: 9, total: 9 })).toBeLessThan(100)
})

test('the file for Excel has every job, amounts with a comma, and runs no formula', () => {
  const file = csvOf([rowOf('in_fiken', { documents: [draft], customer: '=HYPERLINK("x")' })])
  expect(file.split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFJobb;Kunde;Fullført;Resultat;Beløp i ServiceM8;Beløp i Fiken;Differanse;Utkast eller faktura;Melding',
    '1001;"\'=HYPERLINK(""x"")";10.11.2026;Stemmer;1250,00;1000,00;-250,00;Utkast;',
  ])
})
