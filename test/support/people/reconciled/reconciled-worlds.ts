import type { CreditNote, Invoice, InvoiceDraft } from '#clients/fiken/types'
import { indexLedgers } from '#server/features/reconciliation/ledger'
import { compare, type Comparison, type ListedJob } from '#server/features/reconciliation/compare'
import { uuidsOf } from '#server/features/reconciliation/find-documents'
import type { LedgerTransfer } from '#server/features/transfers/ledger-queries'
import type { ReconciliationRow } from '#shared/contracts/reconciliation'

const ACCOUNT = '11111111-1111-4111-8111-111111111111'
export const SLUG = 'rorlegger-as'
export const NOW = new Date('2026-11-21T12:00:00Z')
const EARLIER = new Date('2026-11-10T09:00:00Z')
export const TOTAL = 125_000

export interface World {
  job: ListedJob | null
  transfer: LedgerTransfer | null
  drafts: InvoiceDraft[]
  invoices: Invoice[]
  creditNotes?: CreditNote[]
  elsewhere: { drafts: InvoiceDraft[]; invoices: Invoice[] }
  touched: boolean
  owners: Map<string, string[]>
  lastMove: Date | null
}

export const uuidAt = (slug: string, job: string, revision = 0) =>
  uuidsOf(ACCOUNT, slug, job, revision)[revision] ?? ''

export function draftOf(
  uuid: string,
  change: Partial<InvoiceDraft> & { ourReference?: string } = {},
): InvoiceDraft {
  const { ourReference = 'Jobb #1001', ...rest } = change
  return {
    draftId: 77,
    uuid,
    type: 'invoice',
    net: 100_000,
    gross: TOTAL,
    issueDate: '2026-11-10',
    customerId: 11,
    orderReference: '',
    lastModified: '2026-11-10',
    lineCount: 2,
    content: {
      customerId: 11,
      issueDate: '',
      daysUntilDueDate: '14',
      invoiceText: '',
      yourReference: '',
      ourReference,
      orderReference: '',
      bankAccountNumber: '',
      attachments: 0,
      lines: [],
    },
    ...rest,
  }
}

export function invoiceOf(draftUuid: string, change: Partial<Invoice> = {}): Invoice {
  return {
    invoiceId: 900,
    invoiceNumber: '10042',
    draftUuid,
    net: 100_000,
    gross: TOTAL,
    issueDate: '2026-11-12',
    dueDate: '2026-11-26',
    saleId: 5_000,
    customerId: 11,
    ourReference: 'Jobb #1001',
    orderReference: '',
    lastModified: '2026-11-12',
    settled: false,
    writtenOff: false,
    totalPaid: 0,
    paidOn: '',
    outstanding: TOTAL,
    creditNotes: [],
    ...change,
  }
}

let noteIds = 0

/** Returns the invoice with credit notes of these amounts in øre, and the credit notes. */
export function creditedWith(
  invoice: Invoice,
  ...sums: number[]
): Required<Pick<World, 'invoices' | 'creditNotes'>> {
  const creditNotes = sums.map((gross, index) => ({
    creditNoteId: (noteIds += 1),
    creditNoteNumber: String(20_001 + index),
    gross,
    issueDate: '2026-11-13',
    invoiceId: invoice.invoiceId,
  }))
  const ids = creditNotes.map(({ creditNoteId }) => creditNoteId)
  return { invoices: [{ ...invoice, creditNotes: ids }], creditNotes }
}

export function asItShouldBe(
  job = '22222222-2222-4222-8222-222222222222',
): World & { job: ListedJob; transfer: LedgerTransfer } {
  const uuid = uuidAt(SLUG, job)
  return {
    job: {
      uuid: job,
      number: '1001',
      customer: 'Storgata 1',
      completed: true,
      completedAt: EARLIER.toISOString(),
      editedAt: EARLIER.toISOString(),
      total: TOTAL,
      skip: null,
    },
    transfer: {
      id: `t-${job}`,
      jobUuid: job,
      jobNumber: '1001',
      accountUuid: ACCOUNT,
      customerName: 'Bakeriet AS',
      status: 'completed',
      pendingReason: null,
      skipped: false,
      errorCode: null,
      errorMessage: null,
      slug: SLUG,
      draftId: '77',
      draftUuid: uuid,
      replacedUuid: null,
      revision: 0,
      customerId: '11',
      gross: TOTAL,
      share: null,
      theirTotal: TOTAL,
      leftOutGross: 0,
      depositGross: 0,
      depositCredited: 0,
      lineCount: 2,
      nextAttemptAt: null,
      jobCompletedAt: EARLIER,
      createdAt: EARLIER,
      updatedAt: EARLIER,
    },
    drafts: [draftOf(uuid)],
    invoices: [],
    elsewhere: { drafts: [], invoices: [] },
    touched: false,
    owners: new Map(),
    lastMove: null,
  }
}

export function comparisonOf(worlds: readonly World[]): Comparison {
  const all = <T>(of: (world: World) => readonly T[]) => worlds.flatMap(of)
  return {
    from: '2026-10-31T23:00:00.000Z',
    to: '2026-11-30T23:00:00.000Z',
    now: NOW,
    accountUuid: ACCOUNT,
    slug: SLUG,
    jobs: all(({ job }) => (job ? [job] : [])),
    transfers: all(({ transfer }) => (transfer ? [transfer] : [])),
    touched: new Set(all(({ touched, transfer }) => (touched && transfer ? [transfer.id] : []))),
    lastMove: worlds.length === 1 ? (worlds[0]?.lastMove ?? null) : null,
    ledger: indexLedgers([
      {
        slug: SLUG,
        drafts: all(({ drafts }) => drafts),
        invoices: all(({ invoices }) => invoices),
        creditNotes: all(({ creditNotes = [] }) => creditNotes),
      },
      {
        slug: 'annet-as',
        drafts: all(({ elsewhere }) => elsewhere.drafts),
        invoices: all(({ elsewhere }) => elsewhere.invoices),
      },
    ]),
    unread: new Set(['stengt-as']),
    owners: new Map(all(({ owners }) => [...owners])),
  }
}

export function rowsOf(worlds: readonly World[]): ReconciliationRow[] {
  return compare(comparisonOf(worlds))
}
