import { useQuery } from '@tanstack/react-query'
import type { CauseCode } from '#shared/causes/index'
import type { Vendor } from '#shared/contracts/connections'
import { readOperations, resumeVendor, retryFailures } from '#shared/contracts/operations'
import { call } from '../../lib/api.ts'
import { afterWrite } from '../../lib/live.ts'
import { polling } from '../../lib/query-client.ts'
import { useRowMutation } from '../../lib/row-mutation.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { toast } from '../../ui/toast-store.ts'

/** Polling interval in ms: short, because queues change by the second. */
const POLL_MS = 10_000

export function useOperations() {
  return useQuery(polling(readOperations, {}, POLL_MS))
}

function useAct<Of extends string>(mutationFn: (of: Of) => Promise<{ message: string }>) {
  return useRowMutation({
    ...{ rowOf: (of: Of) => of, mutationFn },
    onSuccess: ({ message }) => toast({ title: 'Prøves igjen', description: message }),
    onError: (error) => toastFailure('Kunne ikke prøve igjen', error),
    // Both actions change the same data.
    onSettled: afterWrite(resumeVendor),
  })
}

export const useOperationActs = () => ({
  retry: useAct((code: CauseCode) => call(retryFailures, { params: { code } })),
  resume: useAct((vendor: Vendor) => call(resumeVendor, { params: { vendor } })),
})
export type OperationActs = ReturnType<typeof useOperationActs>
