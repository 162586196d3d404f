import { useMutation, useQuery } from '@tanstack/react-query'
import { findJobs, syncJobs } from '#shared/contracts/intake'
import { call } from '../../../lib/api.ts'
import { reading } from '../../../lib/query-client.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { toast } from '../../../ui/toast-store.ts'
import { changed } from '../queries.ts'
import { text } from './fetch-text.ts'

/** Asked anew whenever the question is: what was fetched since is not found again. */
export function useFoundJobs(from: string) {
  return useQuery({
    ...reading(findJobs, { query: { from } }),
    refetchOnMount: 'always',
    gcTime: 0,
  })
}

export function useFetchJobs() {
  return useMutation({
    mutationFn: (jobUuids: string[]) => call(syncJobs, { body: { jobUuids } }),
    onSuccess: (answer) =>
      toast({
        title: text.toast.synced,
        description: text.toast.syncedText(answer.awaitingPaymentJobsFound, answer.jobsProcessed),
      }),
    onError: (error) => toastFailure(text.toast.syncFailed, error),
    onSettled: changed,
  })
}
