import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { CollectiveTime } from '#shared/collective'
import {
  chooseCollective,
  endCollective,
  forecastCollective,
  makeCollective,
  previewCollective,
  readJobsCollective,
} from '#shared/contracts/collective'
import { readConfiguration } from '#shared/contracts/configuration'
import { call } from '../../lib/api.ts'
import { afterWrite } from '../../lib/live.ts'
import { polling, reading } from '../../lib/query-client.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { toast } from '../../ui/toast-store.ts'
import { text } from './text.ts'

/** Is the integration on? As far as it is known. */
export function useIsActive(): boolean {
  return useQuery(reading(readConfiguration, {})).data?.isActive !== false
}

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

/** The chosen jobs, or all that is gathered for a customer. */
export type WhichJobs = { ids: string[] } | { clientUuid: string }

/** What would be made of them now. */
export function useForecast() {
  return useMutation({
    mutationFn: (which: WhichJobs) => call(forecastCollective, { body: which }),
    onError: (error) => toastFailure(text.makeFailed, error),
  })
}

/**
 * "Lag samlefaktura nå", of the jobs that a person has seen.
 *
 * @param onMade right after the answer: by the time everything is read again, what was pressed may be
 *   gone with the jobs that waited
 */
export function useMake(onMade?: () => void) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (ids: string[]) => call(makeCollective, { body: { ids } }),
    onSuccess: ({ started, leftOut, transferId }) => {
      // There the draft is followed, and opened once it is made.
      const action = transferId !== null && {
        label: text.follow,
        run: () => void navigate(`/transfers?jobb=${transferId}`),
      }
      toast({
        title: text.queued(started),
        ...(leftOut > 0 && { description: text.leftOut(leftOut) }),
        ...(action && { action }),
      })
      onMade?.()
    },
    onError: (error) => toastFailure(text.makeFailed, error),
    onSettled: afterWrite(makeCollective),
  })
}
