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
import { rememberUse } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { toast } from '../../ui/toast-store.ts'
import { text } from './text.ts'

/** Returns true if the integration is on or its state is unknown. */
export function useIsActive(): boolean {
  return useQuery(reading(readConfiguration, {})).data?.isActive !== false
}

export function useJobsCollective(id: string) {
  return useQuery(polling(readJobsCollective, { params: { id } }))
}

/** Reads the preview of a customer's collective draft, anew each time the dialog opens. */
export function usePreview(clientUuid: string) {
  return useQuery({
    ...reading(previewCollective, { params: { clientUuid } }),
    refetchOnMount: 'always',
    gcTime: 0,
  })
}

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
    onSuccess: ({ message }, { time }) => {
      if (time) rememberUse('collective')
      toast({
        title: time ? 'Valget er lagret' : 'Samlefaktura er slått av',
        description: message,
      })
    },
    onSettled: afterWrite(chooseCollective, endCollective),
  })
}

export type WhichJobs = { ids: string[] } | { clientUuid: string }

export function useForecast() {
  return useMutation({
    mutationFn: (which: WhichJobs) => call(forecastCollective, { body: which }),
    onError: (error) => toastFailure(text.makeFailed, error),
  })
}

/**
 * Creates collective drafts of the given jobs.
 * @param onMade called right after the response; the pressed button can disappear when the lists
 * are read again
 */
export function useMake(onMade?: () => void) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (ids: string[]) => call(makeCollective, { body: { ids } }),
    onSuccess: ({ started, leftOut, transferId }) => {
      // The transfer drawer shows the draft's progress, and later the link to the draft.
      const action = transferId !== null && {
        label: 'Følg samlefakturaen',
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
