import { useMutation, useQuery } from '@tanstack/react-query'
import type { CauseCode } from '#shared/causes/index'
import type { Task } from '#shared/contracts/tasks'
import { actOnMany, MANY_KINDS, type ManyAct } from '#shared/contracts/transfers/bulk'
import { readCauses } from '#shared/contracts/transfers/list'
import { call } from '../../../lib/api.ts'
import { afterWrite } from '../../../lib/live.ts'
import { polling } from '../../../lib/query-client.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { toast } from '../../../ui/toast-store.ts'
import { useFollowedTasks } from '../../tasks/followed-tasks.ts'
import { isOpen } from '../../tasks/task-state.ts'

const KINDS = Object.values(MANY_KINDS)

export function useCauses() {
  return useQuery(polling(readCauses, {}))
}

export type ManyRequest = { act: ManyAct; ids: string[] } | { act: 'retry'; cause: CauseCode }

const doneTitle = ({ kind }: Task) =>
  kind === MANY_KINDS.retry ? 'Jobbene er overført' : 'Overføringene er hoppet over'

export function useManyActs() {
  const followed = useFollowedTasks(KINDS, doneTitle)
  const act = useMutation({
    mutationFn: (request: ManyRequest) => call(actOnMany, { body: request }),
    onSuccess: ({ task, remaining, message }) => {
      followed.follow(task)
      if (remaining > 0) toast({ title: task.title, description: message })
    },
    onError: (error) => toastFailure('Kunne ikke gjøre det', error),
    onSettled: afterWrite(actOnMany),
  })
  return {
    act,
    followed,
    startsCause: (code: CauseCode) =>
      (act.isPending && 'cause' in act.variables && act.variables.cause === code) ||
      followed.tasks.some((task) => isOpen(task) && task.parameters['cause'] === code),
  }
}

export type ManyActs = ReturnType<typeof useManyActs>
