import type { Decision } from '#shared/contracts/customers'
import { text } from './text.ts'

/** Maximum number of rows shown; a search finds the others. */
export const MOST_SHOWN = 50

export const keyOf = ({ clientUuid, recipientKey, forJob }: Decision): string =>
  [clientUuid, recipientKey, forJob?.transferId].filter(Boolean).join(' ')

export const nameOf = ({ clientName, recipientName }: Decision): string =>
  clientName || recipientName || text.goneClient

/** Returns the recipient's name if it differs from the client's; null otherwise. */
export const recipientOf = (decision: Decision): string | null =>
  decision.recipientName === '' || decision.recipientName === nameOf(decision)
    ? null
    : decision.recipientName

export function found(decisions: readonly Decision[], search: string): Decision[] {
  const words = search.toLocaleLowerCase('nb').split(/\s+/).filter(Boolean)
  return decisions.filter(({ clientName, recipientName, contactName, forJob }) => {
    const own =
      `${clientName} ${recipientName} ${contactName} ${forJob?.title ?? ''}`.toLocaleLowerCase('nb')
    return words.every((word) => own.includes(word))
  })
}
