import { useMutation, useQuery } from '@tanstack/react-query'
import type { CollectiveTime } from '#shared/collective'
import {
  chooseCollective,
  endCollective,
  makeCollective,
  previewCollective,
  readJobsCollective,
} from '#shared/contracts/collective'
import { call } from '../../lib/api.ts'
import { afterWrite } from '../../lib/live.ts'
import { polling, reading } from '../../lib/query-client.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { toast } from '../../ui/toast-store.ts'
import { text } from './text.ts'

/** Who is billed for a transfer's job, and which jobs share its draft. */
export function useJobsCollective(id: string) {
  return useQuery(polling(readJobsCollective, { params: { id } }))
}

/** Built when it is asked for. */
export function usePreview(clientUuid: string) {
  return useQuery({
    ...reading(previewCollective, { params: { clientUuid } }),
    refetchOnMount: 'always',
    gcTime: 0,
  })
}

/** What is chosen for a customer; without a time it is switched off. */
export interface Choice {
  clientUuid: string
  time: CollectiveTime | null
  byPurchaseOrder: boolean
}

export function useChoose() {
  return useMutation({
    mutationFn: ({ clientUuid, time, byPurchaseOrder }: Choice): Promise<{ message: string }> =>
      time
        ? call(chooseCollective, { params: { clientUuid }, body: { time, byPurchaseOrder } })
        : call(endCollective, { params: { clientUuid } }),
    onSuccess: ({ message }, { time }) =>
      toast({ title: time ? text.saved : text.ended, description: message }),
    onSettled: afterWrite(chooseCollective, endCollective),
  })
}

/**
 * "Lag samlefaktura nå": of the chosen jobs, or of all that is gathered for a customer.
 *
 * @param onMade right after the answer: by the time everything is read again, what was pressed may be
 *   gone with the jobs that waited
 */
export function useMake(onMade?: () => void) {
  return useMutation({
    mutationFn: (which: { ids: string[] } | { clientUuid: string }) =>
      call(makeCollective, { body: which }),
    onSuccess: ({ message, leftOut }) => {
      const description = leftOut > 0 ? `${message} ${text.leftOut(leftOut)}` : message
      toast({ title: text.made, description })
      onMade?.()
    },
    onError: (error) => toastFailure(text.makeFailed, error),
    onSettled: afterWrite(makeCollective),
  })
}
