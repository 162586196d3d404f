import type { Transfer } from '#shared/contracts/transfers/row'
import { isBelowZero } from './credit-state.ts'
import { InvoicesToCredit } from './InvoicesToCredit.tsx'
import { NewDraft } from './NewDraft.tsx'
import type { AskedInvoices } from './queries.ts'

/** What is to be done about a credit note: made in Fiken, or the job invoiced again after one. */
export function Credits({ transfer, asked }: { transfer: Transfer; asked: AskedInvoices }) {
  return isBelowZero(transfer) ? (
    <InvoicesToCredit asked={asked} />
  ) : (
    transfer.credit?.inFull && <NewDraft transfer={transfer} />
  )
}
