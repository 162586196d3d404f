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

/** The time for which the list counts as fresh, unless a hint names it. */
const FRESH_MS = 5 * 60_000
/** The time for which it is cached while no screen shows it. */
const KEPT_MS = 10 * 60_000

const LIST = keyOf(readCustomers, {})

/** Reads every customer: thousands are few enough to be searched in the browser. */
export function useCustomers() {
  return useQuery({
    ...reading(readCustomers, {}),
    staleTime: FRESH_MS,
    gcTime: KEPT_MS,
    // The hint about the first customers may be lost.
    refetchInterval: ({ state }) => (state.data?.length === 0 ? SLOW_MS : false),
  })
}

export function useCustomersState() {
  return useQuery(polling(readCustomersState, {}))
}

/** Reads the customers anew from ServiceM8. The shown list stays when that fails. */
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

/** Puts a customer from a call's answer into the list, ahead of the list's own next reading. */
export function rememberCustomer(customer: Customer): void {
  queryClient.setQueryData<Customer[]>(LIST, (list) =>
    list?.map((one) => (one.uuid === customer.uuid ? customer : one)),
  )
}

/** Writes an address that is not in ServiceM8 yet again ("Prøv igjen"). */
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
