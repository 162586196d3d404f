import { useMutation, useQuery } from '@tanstack/react-query'
import { findJobs, syncJobs } from '#shared/contracts/intake'
import { call } from '../../../lib/api.ts'
import { reading } from '../../../lib/query-client.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { toast } from '../../../ui/toast-store.ts'
import { changed } from '../queries.ts'

/** Searches for jobs each time the dialog opens, so that jobs already fetched are not listed. */
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
    onSuccess: ({ message }) => toast({ title: 'Synkronisering fullført', description: message }),
    onError: (error) => toastFailure('Synkroniseringsfeil', error),
    onSettled: changed,
  })
}
