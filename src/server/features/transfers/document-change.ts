import type { DocumentChange } from '../documents/store.ts'
import type { NewTransfer, OfDocument, TransferChange } from './tables.ts'

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

export interface Divided {
  own: Partial<NewTransfer>
  /**
   * The change of the document; null when nothing changes, or when the document is detached from
   * the job.
   */
  document: DocumentChange | null
}

export function divide({ ended, collectiveId: _read, ...change }: TransferChange): Divided {
  const own: Record<string, unknown> = {}
  const document: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(change)) {
    const name = nameOf(key)
    if (name === undefined) own[key] = value
    else document[name] = value
  }
  // The document also stores the company that its uuid is used in.
  if (typeof document['uuid'] === 'string' && typeof own['fikenCompanySlug'] === 'string')
    document['companySlug'] = own['fikenCompanySlug']
  const isChanged = ended === undefined && Object.keys(document).length > 0
  return { own, document: isChanged ? document : null }
}
