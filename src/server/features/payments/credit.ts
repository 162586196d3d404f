import type { CreditNote, Invoice } from '#clients/fiken/types'
import type { SeenCredit } from '#shared/credit'
import { formatDate } from '#shared/dates'
import { formatKroner } from '#shared/money'
import { paymentOf } from '#shared/payment-status'

/** What of an invoice is credited; null when nothing is. */
export function creditOf(invoice: Invoice, notes: SeenCredit['notes']): SeenCredit | null {
  if (!invoice.credited) return null
  return { inFull: paymentOf(invoice) === 'credited', outstanding: invoice.outstanding, notes }
}

/** Are the invoice's credit notes to be read? Not while nothing has happened since they were. */
export function asksForNotes(invoice: Invoice, known: SeenCredit | null): boolean {
  if (!invoice.credited) return false
  return known === null || known.notes.length === 0 || known.outstanding !== invoice.outstanding
}

/** Of each invoice, oldest first. */
export function notesByInvoice(notes: Iterable<CreditNote>): Map<number, SeenCredit['notes']> {
  const byInvoice = new Map<number, SeenCredit['notes']>()
  const oldestFirst = [...notes].sort(
    (one, other) =>
      one.issueDate.localeCompare(other.issueDate) || one.creditNoteId - other.creditNoteId,
  )
  for (const { invoiceId, creditNoteNumber: number, issueDate: date, gross } of oldestFirst) {
    if (invoiceId === null) continue
    const known = byInvoice.get(invoiceId) ?? []
    byInvoice.set(invoiceId, [...known, { number, date, gross: Math.abs(gross) }])
  }
  return byInvoice
}

/** "Kreditert i Fiken (kreditnota 20001 av 25.11.2026)" */
export function creditText({ inFull, notes }: SeenCredit): string {
  const named = notes
    .map(({ number, date }) => `kreditnota ${number} av ${formatDate(date)}`)
    .join(', ')
  const sum = notes.reduce((all, { gross }) => all + gross, 0)
  const what = inFull
    ? 'Kreditert i Fiken'
    : `Delvis kreditert i Fiken${sum > 0 ? `: ${formatKroner(sum)}` : ''}`
  return named === '' ? what : `${what} (${named})`
}
