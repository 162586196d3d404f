import type { DocumentChange } from '../documents/store.ts'
import type { NewTransfer, OfDocument, TransferChange } from './tables.ts'

/** The document's columns, by the names that a transfer shows them under. */
const NAMES = {
  fikenInvoiceDraftId: 'draftId',
  fikenDraftUuid: 'uuid',
  fikenInvoiceId: 'invoiceId',
  fikenInvoiceNumber: 'invoiceNumber',
  depositCredit: 'depositCredit',
  fikenCustomerId: 'contactId',
  outcomeUnknown: 'outcomeUnknown',
  invoiceRequest: 'invoiceRequest',
  absence: 'absence',
  fikenData: 'record',
  paymentStatus: 'paymentStatus',
  paymentDueDate: 'paymentDueDate',
  paidAmount: 'paidAmount',
  credit: 'credit',
  paymentCheckedAt: 'paymentCheckedAt',
} as const satisfies Record<Exclude<keyof OfDocument, 'collectiveId'>, keyof DocumentChange>

const nameOf = (key: string): keyof DocumentChange | undefined => NAMES[key as keyof typeof NAMES]

/** A change divided into that of the job's own row and that of its document. */
export interface Divided {
  own: Partial<NewTransfer>
  /** Null when nothing of the document changes, or when it becomes a former one. */
  document: DocumentChange | null
}

/** Divides a change into what concerns the job and what concerns the document. */
export function divide({ ended, collectiveId: _read, ...change }: TransferChange): Divided {
  const own: Record<string, unknown> = {}
  const document: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(change)) {
    const name = nameOf(key)
    if (name === undefined) own[key] = value
    else document[name] = value
  }
  // Under which company it is asked for.
  if (typeof document['uuid'] === 'string' && typeof own['fikenCompanySlug'] === 'string')
    document['companySlug'] = own['fikenCompanySlug']
  const isChanged = ended === undefined && Object.keys(document).length > 0
  return { own, document: isChanged ? document : null }
}
