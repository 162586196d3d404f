import { useMutation, useQuery } from '@tanstack/react-query'
import { cancelTask, listTasks, readTask, seeTask } from '#shared/contracts/tasks'
import { call } from '../../lib/api.ts'
import { afterWrite } from '../../lib/live.ts'
import { polling, reading, SLOW_MS } from '../../lib/query-client.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { isOpen } from './task-state.ts'

/** Polling interval in ms: short, because the live update stream can be interrupted. */
export const FOLLOWED_MS = 2_000

export function useTasks() {
  const query = useQuery({
    ...polling(listTasks, {}),
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? FOLLOWED_MS : SLOW_MS),
  })
  return query.data ?? []
}

export function useCancelTask() {
  return useMutation({
    mutationFn: (id: string) => call(cancelTask, { params: { id } }),
    onError: (error) => toastFailure('Kunne ikke avbryte', error),
    onSettled: afterWrite(cancelTask),
  })
}

/** Marks a task as seen. A failure is ignored, because the outcome is then only shown once more. */
export function useSeeTask() {
  return useMutation({
    mutationFn: (id: string) => call(seeTask, { params: { id } }),
    onSettled: afterWrite(seeTask),
  })
}

export function useTaskItems(id: string) {
  return useQuery({ ...reading(readTask, { params: { id } }), refetchOnMount: 'always' })
}
