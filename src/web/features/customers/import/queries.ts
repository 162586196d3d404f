import { useMutation, useQuery } from '@tanstack/react-query'
import { readConfiguration } from '#shared/contracts/configuration'
import { readTokenStatus } from '#shared/contracts/connections'
import {
  chooseContact,
  CREATE_CONTACTS,
  createContacts,
  readImport,
  readImportRows,
  reconsiderCustomer,
  rejectContacts,
  startImport,
  type MatchKind,
} from '#shared/contracts/customer-import'
import { readTask, type Task } from '#shared/contracts/tasks'
import { call, callForHeaders } from '../../../lib/api.ts'
import { afterWrite } from '../../../lib/live.ts'
import { keyOf, polling, reading, showing, SLOW_MS } from '../../../lib/query-client.ts'
import { useRowMutation } from '../../../lib/row-mutation.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { words } from '../../../ui/words.ts'
import { toast } from '../../../ui/toast-store.ts'
import { useFollowedTasks } from '../../tasks/followed-tasks.ts'
import { FOLLOWED_MS } from '../../tasks/queries.ts'
import { allDone, isOpen } from '../../tasks/task-state.ts'
import { text } from './text.ts'

export function useImport() {
  return useQuery({
    ...polling(readImport, {}),
    refetchInterval: ({ state: { data } }) =>
      data?.task && isOpen(data.task) ? FOLLOWED_MS : SLOW_MS,
  })
}

export function useSteps(task: Task | null) {
  const query = useQuery({
    ...reading(readTask, { params: { id: task?.id ?? '' } }),
    enabled: task !== null && !allDone(task),
    refetchOnMount: 'always',
    refetchInterval: task && isOpen(task) ? FOLLOWED_MS : false,
  })
  return query.data?.items
}

export function useRows(kind: MatchKind, page: number, enabled: boolean) {
  return useQuery({
    queryKey: keyOf(readImportRows, { query: { kind, page } }),
    queryFn: async ({ signal }) => {
      const query = { kind, page }
      const { answer, headers } = await callForHeaders(readImportRows, { query, signal })
      return { kind, rows: answer, total: Number(headers.get('x-total-count') ?? answer.length) }
    },
    enabled,
    // Keeps showing the previous page of the same list until the next page arrives. Another list
    // has other columns, so it is not kept.
    placeholderData: (before) => (before?.kind === kind ? before : undefined),
    refetchOnMount: 'always',
    refetchInterval: SLOW_MS,
    meta: showing(readImportRows),
  })
}

export const useGrants = () => useQuery(reading(readTokenStatus, {}))

export const useSettings = () => useQuery(reading(readConfiguration, {}))

export function useStart() {
  return useMutation({
    mutationFn: () => call(startImport, {}),
    onSettled: afterWrite(startImport),
  })
}

export function useChoose() {
  return useRowMutation({
    rowOf: ({ uuid }: { uuid: string; contactId: number }) => uuid,
    mutationFn: (body) => call(chooseContact, { body }),
    onSuccess: ({ message }) => toast({ title: text.chosen, description: message }),
    onError: (error) => toastFailure(text.chooseFailed, error),
    onSettled: afterWrite(chooseContact),
  })
}

const UNDO_MS = 10_000

export function useReject() {
  return useRowMutation({
    rowOf: ({ uuid }: { uuid: string; contactIds: number[] }) => uuid,
    mutationFn: (body) => call(rejectContacts, { body }),
    onSuccess: ({ message }, { uuid }) =>
      toast({
        title: text.rejected,
        description: message,
        duration: UNDO_MS,
        action: { label: words.undo, run: () => takeBack(uuid) },
      }),
    onError: (error) => toastFailure(text.rejectFailed, error),
    onSettled: afterWrite(rejectContacts),
  })
}

export function useReconsider() {
  return useRowMutation({
    rowOf: (uuid: string) => uuid,
    mutationFn: (uuid) => call(reconsiderCustomer, { body: { uuid } }),
    onSuccess: ({ message }) => toast({ title: text.reconsidered, description: message }),
    onError: (error) => toastFailure(text.reconsiderFailed, error),
    onSettled: afterWrite(reconsiderCustomer),
  })
}

/** Removes a decision. This is not a hook, because the toast with the button outlives the list. */
function takeBack(uuid: string): void {
  void call(reconsiderCustomer, { body: { uuid } })
    .then(({ message }) => toast({ title: text.reconsidered, description: message }))
    .catch((error: unknown) => toastFailure(text.reconsiderFailed, error))
    .finally(afterWrite(reconsiderCustomer))
}

const KINDS = [CREATE_CONTACTS] as const
const createdTitle = ({ counts }: Task) => text.created(counts.done)

export function useCreate() {
  const followed = useFollowedTasks(KINDS, createdTitle)
  const create = useMutation({
    mutationFn: (uuids: string[]) => call(createContacts, { body: { uuids } }),
    onSuccess: ({ taskId }) => followed.follow({ id: taskId }),
    onError: (error) => toastFailure(text.createFailed, error),
    onSettled: afterWrite(createContacts),
  })
  return { create, followed }
}
