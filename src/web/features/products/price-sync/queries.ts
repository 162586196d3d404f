import { useMutation, useQuery } from '@tanstack/react-query'
import {
  readPriceDryRun,
  readPriceRuns,
  readPriceSync,
  savePriceSync,
  undoPriceRun,
  type PriceRun,
} from '#shared/contracts/products/price-sync'
import { readTask } from '#shared/contracts/tasks'
import { csv } from '#shared/csv/csv'
import { dateOf } from '#shared/dates'
import { call } from '../../../lib/api.ts'
import { afterWrite } from '../../../lib/live.ts'
import { keyOf, polling, queryClient, reading } from '../../../lib/query-client.ts'
import { useRowMutation } from '../../../lib/row-mutation.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { toast } from '../../../ui/toast-store.ts'
import type { FollowedTasks } from '../../tasks/followed-tasks.ts'
import { runRows } from './settings-state.ts'

export function usePriceSync(enabled: boolean) {
  return useQuery({ ...polling(readPriceSync, {}), enabled })
}

export function useSavePriceSync() {
  return useMutation({
    mutationFn: (change: { enabled?: boolean; intervalMinutes?: number }) =>
      call(savePriceSync, { body: change }),
    onSuccess: (settings, { enabled }) => {
      queryClient.setQueryData(keyOf(readPriceSync, {}), settings)
      toast({
        title:
          enabled === undefined
            ? 'Lagret'
            : enabled
              ? 'Prisene holdes like fra nå av'
              : 'Prisene synkroniseres ikke lenger',
        description: settings.message,
      })
    },
    onError: (error) => toastFailure('Feil ved lagring', error),
    onSettled: afterWrite(savePriceSync),
  })
}

/** Reads the preview, without live updates, so that it does not change while being read. */
export function useDryRun() {
  return useQuery({
    ...reading(readPriceDryRun, {}),
    meta: {},
    gcTime: 0,
    refetchOnMount: 'always',
  })
}

export function usePriceRuns() {
  return useQuery(polling(readPriceRuns, {}))
}

export function useUndoRun(followed: FollowedTasks) {
  return useRowMutation({
    rowOf: (id: string) => id,
    mutationFn: (id: string) => call(undoPriceRun, { params: { id } }),
    onSuccess: ({ message, taskId }) => {
      followed.follow({ id: taskId })
      toast({ title: 'Kjøringen angres', description: message })
    },
    onError: (error) => toastFailure('Kjøringen ble ikke angret', error),
    onSettled: afterWrite(undoPriceRun),
  })
}

export function useRunFile() {
  return useRowMutation({
    rowOf: ({ id }: PriceRun) => id,
    mutationFn: ({ id }: PriceRun) => call(readTask, { params: { id } }),
    onSuccess: ({ items }, { startedAt }) =>
      saveFile(`prissynkronisering-${dateOf(startedAt)}.csv`, csv(runRows(items))),
    onError: (error) => toastFailure('Kunne ikke hente endringene', error),
    onSettled: () => Promise.resolve(),
  })
}
