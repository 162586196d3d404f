import { useMutation, useQuery } from '@tanstack/react-query'
import {
  readCustomers,
  readCustomersState,
  writeCustomerAgain,
  type Customer,
} from '#shared/contracts/customers'
import { call } from '../../lib/api.ts'
import { afterWrite } from '../../lib/live.ts'
import { keyOf, polling, queryClient, reading, SLOW_MS } from '../../lib/query-client.ts'
import { useRowMutation } from '../../lib/row-mutation.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { toast } from '../../ui/toast-store.ts'
import { text } from './text.ts'

/** Time in ms for which the customer list counts as fresh, unless a live update says otherwise. */
const FRESH_MS = 5 * 60_000
/** Time in ms for which the customer list stays cached while no screen shows it. */
const KEPT_MS = 10 * 60_000

const LIST = keyOf(readCustomers, {})

export function useCustomers() {
  return useQuery({
    ...reading(readCustomers, {}),
    staleTime: FRESH_MS,
    gcTime: KEPT_MS,
    // Polls while the list is empty, because the live update about the first customers can be lost.
    refetchInterval: ({ state }) => (state.data?.length === 0 ? SLOW_MS : false),
  })
}

export function useCustomersState() {
  return useQuery(polling(readCustomersState, {}))
}

export function useFreshCustomers() {
  return useMutation({
    mutationFn: () => call(readCustomers, { query: { forceRefresh: 'true' }, noCache: true }),
    onSuccess: (answer) => {
      queryClient.setQueryData(LIST, answer)
      void queryClient.invalidateQueries({ queryKey: keyOf(readCustomersState) })
    },
    onError: (error) => toastFailure(text.refreshFailed, error),
  })
}

export function rememberCustomer(customer: Customer): void {
  queryClient.setQueryData<Customer[]>(LIST, (list) =>
    list?.map((one) => (one.uuid === customer.uuid ? customer : one)),
  )
}

export function useWriteAgain() {
  return useRowMutation({
    rowOf: (uuid: string) => uuid,
    mutationFn: (uuid: string) => call(writeCustomerAgain, { params: { uuid } }),
    onSuccess: ({ customer, message }) => {
      rememberCustomer(customer)
      const isThere = customer.saved === null || customer.saved.servicem8 === 'written'
      toast({
        title: isThere ? text.toast.written : text.toast.notWritten,
        description: message,
        variant: isThere ? 'default' : 'neutral',
      })
    },
    onError: (error) => toastFailure(text.toast.writeFailed, error),
    onSettled: afterWrite(writeCustomerAgain),
  })
}
