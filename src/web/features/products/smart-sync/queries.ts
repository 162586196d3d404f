import { useMutation, useQuery } from '@tanstack/react-query'
import { readSmartSync, runSmartSync } from '#shared/contracts/products/tasks'
import { call } from '../../../lib/api.ts'
import { afterWrite } from '../../../lib/live.ts'
import { reading } from '../../../lib/query-client.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import type { FollowedTasks } from '../../tasks/followed-tasks.ts'
import { useSayUnderWay } from '../many/queries.ts'
import { text } from './text.ts'

/** What would be written: read for the question, and not changed under the person's hands. */
export function usePlan() {
  return useQuery({
    ...reading(readSmartSync, {}),
    meta: {},
    gcTime: 0,
    refetchOnMount: 'always',
  })
}

export function useRunSmartSync(followed: FollowedTasks) {
  const { goesOn, done, failed } = text
  return useMutation({
    mutationFn: (body: { only: string[] }) => call(runSmartSync, { body }),
    onSuccess: useSayUnderWay(followed, { goesOn, done, over: done, failed }),
    onError: (error) => toastFailure(text.failed, error),
    onSettled: afterWrite(runSmartSync),
  })
}
