import type { FoundInvoice } from '#shared/contracts/transfers/deposits'
import { formatDate } from '#shared/dates'
import { formatKroner } from '#shared/money'

/** So many are read at a glance; more have a search. */
export const FEW_INVOICES = 6

type Searched = Pick<FoundInvoice, 'invoiceNumber' | 'issueDate' | 'gross' | 'reference'>

/** The invoices that have every word of the search in what is shown of them. */
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

/** The draft that is in Fiken takes off something else than the person has chosen since. */
export function isNotUpdated(known: {
  chosen: Taken | null
  sent: Taken | null
  hasDraft: boolean
}): boolean {
  return known.hasDraft && known.chosen?.invoiceId !== known.sent?.invoiceId
}
