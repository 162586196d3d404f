import { decideProduct, chooseRecipient, readRecipient } from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import type { Visitor } from './browserless.ts'

/** Returns true if the transfer asks the user about a creation that Fiken has not confirmed. */
export function asksAboutUnanswered({
  status,
  pendingReason,
  errorCode,
  errorMessage,
}: Transfer): boolean {
  if (status === 'failed') return errorCode === 'product_missing'
  return (
    status === 'pending' &&
    pendingReason === 'ambiguous_customer' &&
    /^Fiken svarte ikke da kunden/.test(errorMessage ?? '')
  )
}

/**
 * Decides like a user who has looked in Fiken: chooses the existing contact, or a new contact if
 * none exists; has a missing product created.
 */
export async function decide(visitor: Visitor, { id, status }: Transfer): Promise<void> {
  const params = { id }
  if (status === 'failed') {
    await visitor.tryCall(decideProduct, { params, body: { decision: 'create' } })
    return
  }
  const { recipient, candidates } = await visitor.call(readRecipient, { params })
  const there = candidates.find(({ name, inactive }) => name === recipient.name && !inactive)
  await visitor.tryCall(chooseRecipient, { params, body: { contactId: there?.contactId ?? null } })
}
