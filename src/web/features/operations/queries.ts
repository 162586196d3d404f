import { useQuery } from '@tanstack/react-query'
import type { CauseCode } from '#shared/causes/index'
import {
  readOperations,
  resumeVendor,
  retryFailures,
  runRoutine,
  type RoutineName,
} from '#shared/contracts/operations'
import type { Vendor } from '#shared/contracts/connections'
import { call } from '../../lib/api.ts'
import { afterWrite } from '../../lib/live.ts'
import { polling } from '../../lib/query-client.ts'
import { useRowMutation } from '../../lib/row-mutation.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { toast } from '../../ui/toast-store.ts'
import { text } from './text.ts'

/** Queues change by the second; an operator looks at them because something is wrong. */
const POLL_MS = 10_000

export function useOperations() {
  return useQuery(polling(readOperations, {}, POLL_MS))
}

/** What an operator starts: all with one cause, all that wait for a vendor, or a routine. */
export function useOperationActs() {
  const retry = useRowMutation({
    rowOf: (code: CauseCode) => code,
    mutationFn: (code) => call(retryFailures, { params: { code } }),
    onSuccess: ({ message }) => toast({ title: text.toast.retried, description: message }),
    onError: (error) => toastFailure(text.toast.retryFailed, error),
    onSettled: afterWrite(retryFailures),
  })
  const resume = useRowMutation({
    rowOf: (vendor: Vendor) => vendor,
    mutationFn: (vendor) => call(resumeVendor, { params: { vendor } }),
    onSuccess: ({ message }) => toast({ title: text.toast.resumed, description: message }),
    onError: (error) => toastFailure(text.toast.resumeFailed, error),
    onSettled: afterWrite(resumeVendor),
  })
  const run = useRowMutation({
    rowOf: (name: RoutineName) => name,
    mutationFn: (name) => call(runRoutine, { params: { name } }),
    onSuccess: ({ message }) => toast({ title: text.toast.started, description: message }),
    onError: (error) => toastFailure(text.toast.startFailed, error),
    onSettled: afterWrite(runRoutine),
  })
  return { retry, resume, run }
}
export type OperationActs = ReturnType<typeof useOperationActs>
