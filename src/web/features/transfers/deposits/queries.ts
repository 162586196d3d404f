import { useMutation, useQuery } from '@tanstack/react-query'
import { updateDraft } from '#shared/contracts/transfers/actions'
import {
  chooseDeposit,
  findDepositInvoices,
  readDeposit,
  readDepositInvoice,
  readJobPayments,
} from '#shared/contracts/transfers/deposits'
import { call } from '../../../lib/api.ts'
import { polling, reading } from '../../../lib/query-client.ts'
import { rememberUse } from '../../../lib/session.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { toast } from '../../../ui/toast-store.ts'
import { changed } from '../queries.ts'
import { text } from './text.ts'

export const useDeposit = (id: string) => useQuery(polling(readDeposit, { params: { id } }))

/** Reads the job's payments, once each time the drawer opens. */
export const useJobPayments = (id: string) =>
  useQuery({ ...reading(readJobPayments, { params: { id } }), gcTime: 0 })

/** Reads the invoices that can be deducted, each time the dialog opens. */
export const useDepositInvoices = (id: string) =>
  useQuery({ ...reading(findDepositInvoices, { params: { id } }), gcTime: 0 })

export const useDepositInvoice = (id: string, invoiceId: number) =>
  useQuery({
    ...reading(readDepositInvoice, { params: { id, invoiceId: String(invoiceId) } }),
    gcTime: 0,
  })

interface Choice {
  invoiceId: number | null
  accounts?: { vatType: string; account: string }[]
}

/** Chooses the deposit to deduct; with `silent`, the caller shows the error. */
export function useChooseDeposit(id: string, { silent = false } = {}) {
  return useMutation({
    mutationFn: (body: Choice) => call(chooseDeposit, { params: { id }, body }),
    onSuccess: ({ message }, { invoiceId }) => {
      toast({ title: message })
      if (invoiceId !== null) rememberUse('deposits')
    },
    onError: (error) => {
      if (!silent) toastFailure(text.chooseFailed, error)
    },
    onSettled: changed,
  })
}

export function useUpdateDraft(id: string) {
  return useMutation({
    mutationFn: () => call(updateDraft, { params: { id } }),
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => toastFailure('Utkastet ble ikke oppdatert', error),
    onSettled: changed,
  })
}
