import type { CreditNote, Invoice, InvoiceDraft } from '#clients/fiken/types'
import { creditedOf } from '#shared/credit'
import { jobsNamedIn, plainReference } from '../drafts/collective/named-jobs.ts'

export interface LedgerDocument {
  type: 'draft' | 'invoice'
  slug: string
  /** The draft's uuid, also once it was invoiced; '' for an invoice made without a draft. */
  uuid: string
  draftId: number | null
  invoiceNumber: string | null
  saleId: number | null
  gross: number
  customerId: number | null
  reference: string
  jobs: readonly string[]
  /** True when the reference was truncated and might name further jobs. */
  namesMore: boolean
  credited: boolean
}

export interface Ledger {
  slug: string
  drafts: readonly InvoiceDraft[]
  invoices: readonly Invoice[]
  creditNotes?: readonly CreditNote[]
}

/**
 * Merges two readings of Fiken's lists. A document found in either reading exists; the later
 * version is used.
 */
export function mergeLedgers(first: readonly Ledger[], second: readonly Ledger[]): Ledger[] {
  return second.map((later) => {
    const earlier = first.find(({ slug }) => slug === later.slug)
    const { drafts = [], invoices = [], creditNotes = [] } = earlier ?? {}
    return {
      slug: later.slug,
      drafts: distinct([...drafts, ...later.drafts], (draft) => draft.draftId),
      invoices: distinct([...invoices, ...later.invoices], (invoice) => invoice.invoiceId),
      creditNotes: [...creditNotes, ...(later.creditNotes ?? [])],
    }
  })
}

export interface LedgerIndex {
  byUuid(slug: string, uuid: string | null): LedgerDocument | undefined
  byDraftId(slug: string, draftId: string | null): LedgerDocument | undefined
  byReference(slug: string, reference: string): readonly LedgerDocument[]
}

/**
 * Indexes the documents of Fiken's lists by uuid, draft id and reference. Drafts are read before
 * invoices, so a draft invoiced in between is in both lists, and counts as an invoice.
 */
export function indexLedgers(all: readonly Ledger[]): LedgerIndex {
  const byUuid = new Map<string, LedgerDocument>()
  const byDraftId = new Map<string, LedgerDocument>()
  const byReference = new Map<string, LedgerDocument[]>()
  const put = (document: LedgerDocument) => {
    if (document.uuid) byUuid.set(keyOf(document.slug, document.uuid.toLowerCase()), document)
    if (document.draftId !== null)
      byDraftId.set(keyOf(document.slug, String(document.draftId)), document)
    for (const reference of new Set([document.reference, ...document.jobs])) {
      if (!reference) continue
      const key = keyOf(document.slug, reference)
      const named = byReference.get(key)
      if (named) named.push(document)
      else byReference.set(key, [document])
    }
  }
  for (const { slug, drafts, invoices, creditNotes = [] } of all) {
    const issued = new Set(invoices.map((invoice) => invoice.draftUuid).filter(Boolean))
    for (const invoice of distinct(invoices, (one) => one.invoiceId))
      put(ofInvoice(slug, invoice, creditNotes))
    // Skips offers, order confirmations and credit notes, which are drafts in Fiken too but are not
    // payable.
    for (const draft of distinct(drafts, (one) => one.draftId)) {
      if (draft.type === 'invoice' && !issued.has(draft.uuid)) put(ofDraft(slug, draft))
    }
  }
  return {
    byUuid: (slug, uuid) => (uuid ? byUuid.get(keyOf(slug, uuid.toLowerCase())) : undefined),
    byDraftId: (slug, draftId) => (draftId ? byDraftId.get(keyOf(slug, draftId)) : undefined),
    byReference: (slug, reference) => byReference.get(keyOf(slug, plainReference(reference))) ?? [],
  }
}

const keyOf = (slug: string, value: string) => `${slug} ${value}`

/** Removes duplicates, because pages can repeat a row if another is deleted during the reading. */
function distinct<T>(rows: readonly T[], idOf: (row: T) => number): T[] {
  return [...new Map(rows.map((row) => [idOf(row), row])).values()]
}

const namedBy = (reference: string) => ({
  reference: plainReference(reference),
  ...jobsNamedIn(reference),
})

function ofDraft(
  slug: string,
  { draftId, uuid, gross, customerId, content }: InvoiceDraft,
): LedgerDocument {
  return {
    type: 'draft',
    slug,
    uuid,
    draftId,
    invoiceNumber: null,
    saleId: null,
    gross,
    customerId,
    ...namedBy(content.ourReference),
    credited: false,
  }
}

function ofInvoice(
  slug: string,
  invoice: Invoice,
  creditNotes: readonly CreditNote[],
): LedgerDocument {
  return {
    type: 'invoice',
    slug,
    uuid: invoice.draftUuid,
    draftId: null,
    invoiceNumber: invoice.invoiceNumber,
    saleId: invoice.saleId,
    gross: invoice.gross,
    customerId: invoice.customerId,
    ...namedBy(invoice.ourReference),
    credited: creditedOf(invoice, creditNotes).inFull,
  }
}
