import type { Invoice } from '#clients/fiken/types'
import { creditedOf, type Credited, type DepositCredit } from '#shared/credit'
import { formatKroner } from '#shared/money'
import { isDeepStrictEqual } from 'node:util'
import type { TakenOffDeposit } from '../transfers/payment-store.ts'
import type { NotesById } from './credit.ts'

/**
 * Is the deposit's invoice to be read by itself where no list has it? Once, where it never was, and as
 * long as it is not certain how much of it is credited.
 */
export const asksForDeposit = ({ known }: Pick<TakenOffDeposit, 'known'>): boolean =>
  known.ids === undefined || known.doubt !== undefined

/** Are the credit notes of the invoice to be read? Not while they are those that are known. */
export function asksForDepositNotes({ creditNotes }: Invoice, known: DepositCredit): boolean {
  if (creditNotes.length === 0) return false
  return known.doubt !== undefined || !isSame(known.ids ?? [], creditNotes)
}

export interface SeenDeposit extends TakenOffDeposit {
  credit: DepositCredit
  /** For the timeline and the log; null where nothing is credited. */
  text: string | null
}

/** Returns what has changed of the deposits that are taken off. */
export function judgeDeposits(
  deposits: readonly TakenOffDeposit[],
  lists: { invoices: readonly Invoice[]; creditNotes: NotesById },
): SeenDeposit[] {
  const byId = new Map(lists.invoices.map((invoice) => [invoice.invoiceId, invoice]))
  return deposits.flatMap((deposit) => {
    const { known, invoiceNumber } = deposit
    const invoice = byId.get(known.invoiceId)
    if (!invoice) return []
    // What is known already was not read again.
    if (!asksForDepositNotes(invoice, known) && invoice.creditNotes.length > 0) return []
    const credited = creditedOf(invoice, lists.creditNotes.values())
    const credit: DepositCredit = {
      invoiceId: invoice.invoiceId,
      ids: invoice.creditNotes.toSorted((one, other) => one - other),
      sum: credited.sum,
      inFull: credited.inFull,
      ...(credited.doubt === null ? {} : { doubt: credited.doubt }),
    }
    if (isDeepStrictEqual(credit, known)) return []
    const text = credit.ids?.length === 0 ? null : textOf(invoiceNumber, credited)
    return [{ ...deposit, credit, text }]
  })
}

/** "Faktura 10001, som er trukket fra som forskudd, er delvis kreditert i Fiken: 500,00 kr" */
function textOf(invoiceNumber: string, { inFull, doubt, sum }: Credited): string {
  const start = `Faktura ${invoiceNumber}, som er trukket fra som forskudd, er`
  if (inFull) return `${start} kreditert i Fiken`
  return doubt === null
    ? `${start} delvis kreditert i Fiken: ${formatKroner(sum)}`
    : `${start} helt eller delvis kreditert i Fiken`
}

const isSame = (known: readonly number[], now: readonly number[]) =>
  isDeepStrictEqual([...known].sort(), [...now].sort())
