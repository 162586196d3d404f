import { decideProduct, chooseRecipient, readRecipient } from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import type { Visitor } from './browserless.ts'

/** Returns true when the row asks about a creation that Fiken has not confirmed. */
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
 * Answers as a user who has looked in Fiken: chooses the contact that is there, else a new one;
 * creates the product.
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
