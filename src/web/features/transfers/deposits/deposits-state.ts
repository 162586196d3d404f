import type { FoundInvoice } from '#shared/contracts/transfers/deposits'
import type { Transfer } from '#shared/contracts/transfers/row'
import { formatDate } from '#shared/dates'
import { formatKroner } from '#shared/money'
import { actsOn } from '../transfer-state.ts'
import { waitsForSet } from '../waiting-state.ts'
import { text } from './text.ts'

type Searched = Pick<FoundInvoice, 'invoiceNumber' | 'issueDate' | 'gross' | 'reference'>

/** Returns the invoices whose displayed text contains every search word. */
export function matching<I extends Searched>(invoices: readonly I[], search: string): I[] {
  const words = plain(search).split(' ').filter(Boolean)
  return invoices.filter((invoice) => {
    const { invoiceNumber, issueDate, gross, reference } = invoice
    const shown = plain(
      `${invoiceNumber} ${formatDate(issueDate)} ${formatKroner(gross)} ${formatKroner(gross).replaceAll(/\s/g, '')} ${reference}`,
    )
    return words.every((word) => shown.includes(word))
  })
}

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim().toLowerCase()

interface Taken {
  invoiceId: number
}

/** Returns true if the user has chosen another deposit than the draft in Fiken deducts. */
export function isNotUpdated(known: {
  chosen: Taken | null
  sent: Taken | null
  hasDraft: boolean
}): boolean {
  return known.hasDraft && known.chosen?.invoiceId !== known.sent?.invoiceId
}

/** Returns the text about a deposit on a job with a collective draft; null for any other job. */
export function sharedSays(transfer: Transfer): string | null {
  if (waitsForSet(transfer)) return 'Jobben får da et eget utkast, utenom samlefakturaen.'
  if ((transfer.collective?.jobs ?? 0) === 0) return null
  return actsOn(transfer).undo
    ? `${text.shared} Angrer du den først, kan forskuddet trekkes fra på et eget utkast.`
    : text.shared
}
