import type { FikenCompany } from '#clients/fiken/client'
import type { Invoice } from '#clients/fiken/types'
import { unlessGone } from '#clients/http/external-error'
import type { Problem } from '#shared/causes/index'
import { creditedOf, type Credited, type NoteOfInvoice } from '#shared/credit'
import { formatKroner } from '#shared/money'
import type { Db } from '../../../platform/database/database.ts'
import { readCreditNotes } from '../../documents/credit-notes.ts'
import { ratesOf, unusable, type DepositToTakeOff } from '../../drafts/deposit.ts'
import { depositAccountsOf } from '../../vat/queries.ts'
import type { ChosenDeposit } from '../chosen-deposit.ts'
import { holderOf, type DepositHolder } from './store.ts'

export interface DepositOfJob {
  companyId: string
  transferId: string
  chosen: ChosenDeposit | null
  contactId: number | null
  /** The uuid of the job's own draft; an invoice made from it is not a deposit. */
  draftUuid: string
}

/**
 * Reads the chosen deposit again from Fiken: the invoice must exist, be made out to the recipient,
 * be payable, and not be deducted from another job. Returns null, without a call, when no deposit
 * is chosen.
 * @throws ExternalError, LimiterBusy, LimiterClosed
 */
export async function readDeposit(
  db: Db,
  fiken: FikenCompany,
  of: DepositOfJob,
  signal: AbortSignal,
): Promise<DepositToTakeOff | Problem | null> {
  const { companyId, transferId, chosen } = of
  if (!chosen) return null
  if (chosen.slug !== fiken.slug)
    return unusable(chosen, 'er i et annet selskap i Fiken enn det som er valgt nå')
  const holder = await holderOf(db, companyId, transferId, chosen)
  if (holder) return unusable(chosen, takenBy(holder))
  const invoice = await unlessGone(fiken.invoices.getWithLines(chosen.invoiceId, signal))
  if (!invoice) return unusable(chosen, 'finnes ikke i Fiken')
  const notes = await readCreditNotes(fiken, [invoice], { signal })
  const why = whyUnusable(invoice, of, notes)
  if (why !== null) return unusable(chosen, why)
  const rates = ratesOf(invoice)
  if (!rates) return unusable(chosen, NOT_TO_THE_ORE)
  const { invoiceId, invoiceNumber, issueDate } = invoice
  const accounts = await depositAccountsOf(db, companyId, fiken.slug)
  return { invoiceId, invoiceNumber, issueDate, rates, accounts }
}

export function asInput(read: DepositToTakeOff | Problem | null): {
  deposit: DepositToTakeOff | null
  problems: Problem[]
} {
  return read && 'code' in read
    ? { deposit: null, problems: [read] }
    : { deposit: read, problems: [] }
}

export const NOT_TO_THE_ORE = 'har linjer som ikke stemmer med totalen på øret'

/**
 * Returns the reason why an invoice cannot be deducted, as the end of a sentence that begins with
 * the invoice; null when it can be deducted.
 * @param notes the invoice's credit notes
 */
export function whyUnusable(
  invoice: Invoice,
  { contactId, draftUuid }: Pick<DepositOfJob, 'contactId' | 'draftUuid'>,
  notes: readonly NoteOfInvoice[],
): string | null {
  if (contactId === null || invoice.customerId !== contactId) return 'er til en annen kunde'
  if (invoice.draftUuid !== '' && invoice.draftUuid === draftUuid.toLowerCase())
    return 'er fakturaen av denne jobben'
  if (invoice.creditNotes.length > 0) return creditedWhat(creditedOf(invoice, notes))
  return invoice.gross > 0 ? null : 'er ikke en faktura med et beløp å betale'
}

/** Returns the end of a Norwegian sentence, e.g. "er delvis kreditert i Fiken (500,00 kr)". */
export function creditedWhat({ inFull, doubt, sum }: Credited): string {
  if (inFull) return 'er kreditert i Fiken'
  return doubt === null
    ? `er delvis kreditert i Fiken (${formatKroner(sum)})`
    : 'er helt eller delvis kreditert i Fiken'
}

export const takenBy = ({ jobNumber, jobUuid, skipped }: DepositHolder) =>
  `er alt trukket fra på jobb #${jobNumber || jobUuid.slice(-8)}${skipped ? ', som er slettet her' : ''}`
