import { useMutation, useQuery } from '@tanstack/react-query'
import { readSmartSync, runSmartSync } from '#shared/contracts/products/tasks'
import { call } from '../../../lib/api.ts'
import { afterWrite } from '../../../lib/live.ts'
import { reading } from '../../../lib/query-client.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import type { FollowedTasks } from '../../tasks/followed-tasks.ts'
import { useSayUnderWay } from '../many/queries.ts'

/** Reads the plan, without live updates, so that it does not change while being read. */
export function usePlan() {
  return useQuery({
    ...reading(readSmartSync, {}),
    meta: {},
    gcTime: 0,
    refetchOnMount: 'always',
  })
}

export function useRunSmartSync(followed: FollowedTasks) {
  const done = 'Smart Sync er ferdig'
  const failed = 'Feil ved Smart Sync'
  return useMutation({
    mutationFn: (body: { only: string[] }) => call(runSmartSync, { body }),
    onSuccess: useSayUnderWay(followed, {
      goesOn: 'Smart Sync fortsetter',
      done,
      over: done,
      failed,
    }),
    onError: (error) => toastFailure(failed, error),
    onSettled: afterWrite(runSmartSync),
  })
}
