import type { Transfer } from '#shared/contracts/transfers/row'
import { formatDate } from '#shared/dates'
import { formatKroner } from '#shared/money'
import { text } from './credited-text.ts'

/** The job's sum is below zero: no draft is made of it, and a person credits an invoice in Fiken. */
export function isBelowZero({
  status,
  errorCode,
  skipTransfer,
}: Pick<Transfer, 'status' | 'errorCode' | 'skipTransfer'>): boolean {
  return !skipTransfer && status === 'failed' && errorCode === 'negative_total'
}

interface CreditExplanation {
  tone: 'bad' | 'wait'
  title: string
  why: string
  steps: (
    | { label: string; href: string }
    | { label: string; external: string }
    | { label: string; act: 'dropDeposit' | 'updateDraft' }
  )[]
}

/**
 * What a row says of what is credited in Fiken: of the invoice that its own stands for, of its own, or of
 * the deposit that is taken off. Null where nothing is.
 *
 * @param fiken the company's page in Fiken
 */
export function creditExplanation(transfer: Transfer, fiken: string): CreditExplanation | null {
  const { status, standsFor, credit, depositCredit } = transfer
  if (status === 'completed' && standsFor) return standsForOf(standsFor, fiken)
  if (credit) return creditOf(transfer.id, credit)
  return depositCredit ? depositOf(transfer, depositCredit, fiken) : null
}

const inFiken = (fiken: string) => [{ label: text.openFiken, external: fiken }]

function standsForOf(
  { invoiceNumber, credited, gross }: NonNullable<Transfer['standsFor']>,
  fiken: string,
): CreditExplanation {
  const why = text.standsForWhy(formatKroner(credited), formatKroner(gross))
  return { tone: 'bad', title: text.standsFor(invoiceNumber), why, steps: inFiken(fiken) }
}

/** The invoice was credited: in full, a person may start a new draft. */
function creditOf(
  id: string,
  { inFull, doubt, notes }: NonNullable<Transfer['credit']>,
): CreditExplanation {
  if (doubt) return { tone: 'wait', title: text.unsure, why: text.doubts[doubt], steps: [] }
  const last = notes.at(-1)
  const why = notes.map(({ number, date }) => text.creditNote(number, formatDate(date))).join(', ')
  if (!inFull) return { tone: 'wait', title: text.partlyCredited(sumOf(notes)), why, steps: [] }
  return {
    tone: 'wait',
    title: text.credited(last ? formatDate(last.date) : ''),
    why,
    steps: [{ label: text.newDraft, href: `/transfers?jobb=${id}#nytt-utkast` }],
  }
}

/** The deposit that is taken off is credited: nobody pays for it any more. */
function depositOf(
  { fikenInvoiceNumber }: Transfer,
  { sum, inFull, isDropped, doubt }: NonNullable<Transfer['depositCredit']>,
  fiken: string,
): CreditExplanation {
  const title = inFull || doubt ? text.deposit : text.depositInPart(formatKroner(sum))
  const said = (why: string, steps: CreditExplanation['steps']): CreditExplanation => ({
    tone: 'bad',
    title,
    why,
    steps,
  })
  if (fikenInvoiceNumber !== null) return said(text.issued(fikenInvoiceNumber), inFiken(fiken))
  return isDropped
    ? said(text.dropped, [{ label: text.update, act: 'updateDraft' }])
    : said(text.drafted, [{ label: text.drop, act: 'dropDeposit' }])
}

const sumOf = (notes: readonly { gross: number }[]) =>
  formatKroner(notes.reduce((sum, { gross }) => sum + gross, 0))
