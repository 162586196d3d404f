import { useQuery } from '@tanstack/react-query'
import { readPriceRuns, undoPriceRun, type PriceRun } from '#shared/contracts/products/price-sync'
import { readTask } from '#shared/contracts/tasks'
import { csv } from '#shared/csv/csv'
import { dateOf } from '#shared/dates'
import { call } from '../../../lib/api.ts'
import { afterWrite } from '../../../lib/live.ts'
import { polling } from '../../../lib/query-client.ts'
import { useRowMutation } from '../../../lib/row-mutation.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { toast } from '../../../ui/toast-store.ts'
import type { FollowedTasks } from '../../tasks/followed-tasks.ts'
import { runRows } from './settings-state.ts'

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
