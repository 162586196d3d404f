import { useQuery } from '@tanstack/react-query'
import { findInvoicesToCredit } from '#shared/contracts/transfers/credits'
import type { Transfer } from '#shared/contracts/transfers/row'
import { reading } from '../../../lib/query-client.ts'
import { isBelowZero } from '../credit-state.ts'

/** Reads the invoices that can be credited, each time the drawer opens. */
export const useInvoicesToCredit = (transfer: Transfer) =>
  useQuery({
    ...reading(findInvoicesToCredit, { params: { id: transfer.id } }),
    enabled: isBelowZero(transfer),
    gcTime: 0,
  })

export type AskedInvoices = ReturnType<typeof useInvoicesToCredit>
