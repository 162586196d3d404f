import { bookDraft, settlementOf } from '#sandbox/fiken/invoicing'
import { payInvoice } from '#sandbox/fiken/sales'
import { localDate } from '#sandbox/world/local-time'
import type { FikenCompany, StoredInvoice } from '#sandbox/world/state'
import { readSession } from '#shared/contracts/auth'
import type { Transfer } from '#shared/contracts/transfers/row'
import { looksBegun } from './payment-looks.ts'
import type { TimedWorld } from './person.ts'
import { readyCustomer, type Customer } from './tenants.ts'

export interface FollowedCustomer extends Customer {
  userId: string
}

export async function followedCustomer(world: TimedWorld, name: string): Promise<FollowedCustomer> {
  const ready = await readyCustomer(world, name)
  const customer = { ...ready, userId: (await ready.visitor.call(readSession)).id }
  await looksBegun(world, customer.userId)
  return customer
}

export function invoiceDraft(
  world: TimedWorld,
  company: FikenCompany,
  { fikenDraftUuid }: Transfer,
): StoredInvoice {
  const draft = company.drafts.find((one) => one.uuid === fikenDraftUuid)
  if (!draft) throw new Error('There is no such draft')
  draft.bankAccountNumber = company.verifiedBankAccounts[0] ?? ''
  return bookDraft(world.vendors, company, draft)
}

/** Pays the invoice's outstanding amount, or the given amount in øre. */
export function payIn(
  world: TimedWorld,
  made: StoredInvoice,
  ore = settlementOf(made).outstanding,
): void {
  payInvoice(world.vendors, made, ore, localDate(world.vendors.now()), '1920:10001')
}
