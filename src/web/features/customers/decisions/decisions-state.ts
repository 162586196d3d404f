import type { Decision } from '#shared/contracts/customers'
import { text } from './text.ts'

/** More rows than anybody reads; a search finds the rest. */
export const MOST_SHOWN = 50

export const keyOf = ({ clientUuid, recipientKey, forJob }: Decision): string =>
  [clientUuid, recipientKey, forJob?.transferId].filter(Boolean).join(' ')

/** Who it is about. */
export const nameOf = ({ clientName, recipientName }: Decision): string =>
  clientName || recipientName || text.goneClient

/**
 * Whom the invoices go to, when that is not the client itself: a client may have several
 * recipients.
 */
export const recipientOf = (decision: Decision): string | null =>
  decision.recipientName === '' || decision.recipientName === nameOf(decision)
    ? null
    : decision.recipientName

/** Those in which every word of the search is found. */
export function found(decisions: readonly Decision[], search: string): Decision[] {
  const words = search.toLocaleLowerCase('nb').split(/\s+/).filter(Boolean)
  return decisions.filter(({ clientName, recipientName, contactName, forJob }) => {
    const own =
      `${clientName} ${recipientName} ${contactName} ${forJob?.title ?? ''}`.toLocaleLowerCase('nb')
    return words.every((word) => own.includes(word))
  })
}
