import type { Transfer } from '#shared/contracts/transfers/row'
import { formatDate } from '#shared/dates'
import { formatKroner } from '#shared/money'

const text = {
  credited: (date: string) => `Kreditert i sin helhet${date && ` ${date}`}`,
  doubts: {
    notes: 'Kreditnotaene er ikke lest ennå. Vi prøver hver time.',
    sums: 'Kreditnotaene stemmer ikke med fakturaen. Vi sjekker hver time.',
  },
} as const

/** Returns true for a job with a sum below zero, for which the user credits an invoice. */
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
    | { label: string; act: 'dropDeposit' | 'updateDraft' | 'settleDeposit' }
  )[]
}

/**
 * Explains a credit of the invoice that the draft replaces, of the row's own invoice, or of the
 * deducted deposit; null when nothing is credited.
 */
export function creditExplanation(transfer: Transfer, fiken: string): CreditExplanation | null {
  const { status, standsFor, credit, depositCredit } = transfer
  if (status === 'completed' && standsFor) return standsForOf(standsFor, fiken)
  if (credit) return creditOf(transfer.id, credit)
  return depositCredit ? depositOf(transfer, depositCredit, fiken) : null
}

const inFiken = (fiken: string) => [{ label: 'Åpne Fiken', external: fiken }]

function standsForOf(
  { invoiceNumber, credited, gross }: NonNullable<Transfer['standsFor']>,
  fiken: string,
): CreditExplanation {
  const why = `Bare ${formatKroner(credited)} av ${formatKroner(gross)} er kreditert, og jobben er fakturert på nytt. Rett det i Fiken, så kunden ikke betaler to ganger.`
  return {
    tone: 'bad',
    title: `Faktura ${invoiceNumber} er ikke kreditert i sin helhet`,
    why,
    steps: inFiken(fiken),
  }
}

/** Explains the invoice's credit; if it was credited in full, the user can start a new draft. */
function creditOf(
  id: string,
  { inFull, doubt, notes }: NonNullable<Transfer['credit']>,
): CreditExplanation {
  if (doubt)
    return {
      tone: 'wait',
      title: 'Kreditert i Fiken, men ikke kjent hvor mye',
      why: text.doubts[doubt],
      steps: [],
    }
  const last = notes.at(-1)
  const why = notes
    .map(({ number, date }) => `Kreditnota ${number} av ${formatDate(date)}`)
    .join(', ')
  if (!inFull) return { tone: 'wait', title: `Delvis kreditert: ${sumOf(notes)}`, why, steps: [] }
  return {
    tone: 'wait',
    title: text.credited(last ? formatDate(last.date) : ''),
    why,
    steps: [{ label: 'Lag nytt utkast', href: `/transfers?jobb=${id}#nytt-utkast` }],
  }
}

/** Explains that the deducted deposit was credited, so that the customer no longer pays it. */
function depositOf(
  { fikenInvoiceNumber }: Transfer,
  { sum, inFull, isDropped, doubt }: NonNullable<Transfer['depositCredit']>,
  fiken: string,
): CreditExplanation {
  const title =
    inFull || doubt
      ? 'Forskuddet er kreditert i Fiken'
      : `Forskuddet er delvis kreditert i Fiken: ${formatKroner(sum)}`
  const said = (why: string, steps: CreditExplanation['steps']): CreditExplanation => ({
    tone: 'bad',
    title,
    why,
    steps,
  })
  if (fikenInvoiceNumber !== null)
    return said(
      `Faktura ${fikenInvoiceNumber} har trukket det fra, så det blir ikke betalt. Fakturer det i Fiken.`,
      [...inFiken(fiken), { label: 'Ordnet', act: 'settleDeposit' }],
    )
  return isDropped
    ? said('Oppdater utkastet, så trekkes det ikke fra.', [
        { label: 'Oppdater utkast', act: 'updateDraft' },
      ])
    : said('Utkastet trekker det fortsatt fra. Fjern forskuddet, og oppdater utkastet.', [
        { label: 'Fjern forskuddet', act: 'dropDeposit' },
      ])
}

const sumOf = (notes: readonly { gross: number }[]) =>
  formatKroner(notes.reduce((sum, { gross }) => sum + gross, 0))
