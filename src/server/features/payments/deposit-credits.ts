import type { Invoice } from '#clients/fiken/types'
import { creditedOf, type Credited, type DepositCredit } from '#shared/credit'
import { formatKroner } from '#shared/money'
import { isDeepStrictEqual } from 'node:util'
import type { TakenOffDeposit } from '../transfers/payment-store.ts'
import type { NotesById } from './credit.ts'

/**
 * Returns true if a deposit's invoice must be read individually when it is missing from the lists:
 * once, and as long as its credited amount is uncertain.
 */
export const asksForDeposit = ({ known }: Pick<TakenOffDeposit, 'known'>): boolean =>
  known.ids === undefined || known.doubt !== undefined

export function asksForDepositNotes({ creditNotes }: Invoice, known: DepositCredit): boolean {
  if (creditNotes.length === 0) return false
  return known.doubt !== undefined || !isSame(known.ids ?? [], creditNotes)
}

export interface SeenDeposit extends TakenOffDeposit {
  credit: DepositCredit
  text: string | null
}

export function judgeDeposits(
  deposits: readonly TakenOffDeposit[],
  lists: { invoices: readonly Invoice[]; creditNotes: NotesById },
): SeenDeposit[] {
  const byId = new Map(lists.invoices.map((invoice) => [invoice.invoiceId, invoice]))
  return deposits.flatMap((deposit) => {
    const { known, invoiceNumber } = deposit
    const invoice = byId.get(known.invoiceId)
    if (!invoice) return []
    // Known credit notes were not read again.
    if (!asksForDepositNotes(invoice, known) && invoice.creditNotes.length > 0) return []
    const credited = creditedOf(invoice, lists.creditNotes.values())
    const credit: DepositCredit = {
      invoiceId: invoice.invoiceId,
      ids: invoice.creditNotes.toSorted((one, other) => one - other),
      sum: credited.sum,
      inFull: credited.inFull,
      ...(credited.doubt === null ? {} : { doubt: credited.doubt }),
    }
    const { settled: _byUser, ...read } = known
    if (isDeepStrictEqual(credit, read)) return []
    const text = credit.ids?.length === 0 ? null : textOf(invoiceNumber, credited)
    return [{ ...deposit, credit, text }]
  })
}

function textOf(invoiceNumber: string, { inFull, doubt, sum }: Credited): string {
  const start = `Faktura ${invoiceNumber}, som er trukket fra som forskudd, er`
  if (inFull) return `${start} kreditert i Fiken`
  return doubt === null
    ? `${start} delvis kreditert i Fiken: ${formatKroner(sum)}`
    : `${start} helt eller delvis kreditert i Fiken`
}

const isSame = (known: readonly number[], now: readonly number[]) =>
  isDeepStrictEqual([...known].sort(), [...now].sort())
