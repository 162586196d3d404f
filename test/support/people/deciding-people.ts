import { decideProduct, chooseRecipient, readRecipient } from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import type { Visitor } from './browserless.ts'

/**
 * Does the row ask a person about a customer, or a product, whose creation Fiken has not answered?
 */
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
 * What a person answers who has looked in Fiken: the contact that is there, else a new one; the
 * product, after all.
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
