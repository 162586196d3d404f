import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  fetchMissedJob,
  FIX_KIND,
  fixMany,
  readReconciliation,
  startReconciliation,
  type FixAct,
  type ShownRow,
} from '#shared/contracts/reconciliation'
import { MOST_ITEMS } from '#shared/contracts/tasks'
import {
  sendAgain,
  updateDraft,
  undoTransfer,
  restoreTransfer,
  retryTransfer,
} from '#shared/contracts/transfers/actions'
import { SEND_AGAIN, type Overruled } from '#shared/transfer-status'
import { call } from '../../lib/api.ts'
import { afterWrite } from '../../lib/live.ts'
import { polling } from '../../lib/query-client.ts'
import { saveFile } from '../../lib/save-file.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { toast } from '../../ui/toast-store.ts'
import { useFollowedTasks, type FollowedTasks } from '../tasks/followed-tasks.ts'
import { isOpen } from '../tasks/task-state.ts'
import { useOverruling, type Overruling } from '../transfers/overruling/useOverruling.ts'
import { csvOf } from './csv-rows.ts'
import type { Act } from './buttons-state.ts'
import { text } from './text.ts'

export function useReconciliation(month: string) {
  return useQuery(polling(readReconciliation, { query: { month } }))
}

export function useCheck(month: string) {
  return useMutation({
    mutationFn: () => call(startReconciliation, { body: { month } }),
    onError: (error) => toastFailure('Kunne ikke starte sjekken', error),
    onSettled: afterWrite(startReconciliation),
  })
}

export function useCsv(month: string) {
  return useMutation({
    mutationFn: () => call(readReconciliation, { query: { month, all: '1' } }),
    onSuccess: (answer) =>
      saveFile(`avstemming-${month}.csv`, csvOf(answer.rows), 'text/csv;charset=utf-8'),
    onError: (error) => toastFailure('Kunne ikke lage filen', error),
  })
}

interface Answers {
  /** True after the user answered "yes" to "Slettet du utkastet i Fiken?". */
  deleted?: boolean | undefined
  confirm?: Overruled | undefined
}

function perform(
  act: Act,
  { jobUuid, transferId }: ShownRow,
  { deleted = false, confirm }: Answers = {},
): Promise<{ message: string }> {
  const params = { id: transferId ?? '' }
  switch (act) {
    case 'fetch':
      return call(fetchMissedJob, { body: { jobUuid } })
    case 'retry':
      return call(retryTransfer, { params, query: { confirm } })
    case 'restore':
      return call(restoreTransfer, { params })
    case 'update_draft':
      return call(updateDraft, { params })
    case SEND_AGAIN:
      return call(sendAgain, { params, query: deleted ? { confirm: 'deleted' } : {} })
    case 'undo':
      return call(undoTransfer, { params, body: {} })
  }
}

export interface Fixes {
  busy: ReadonlySet<string>
  one: (act: Act, row: ShownRow, deleted?: boolean) => Promise<void>
  many: (act: FixAct, rows: readonly ShownRow[]) => void
  isFixingMany: boolean
  /** The question about a single job that is paid or not approved. Bulk actions skip such jobs. */
  overruling: Overruling
  followed: FollowedTasks
}

const CONTRACTS = {
  fetch: fetchMissedJob,
  retry: retryTransfer,
  restore: restoreTransfer,
  update_draft: updateDraft,
  [SEND_AGAIN]: sendAgain,
  undo: undoTransfer,
} as const satisfies Record<Act, unknown>

const doneTitle = () => text.done

export function useFixes(month: string): Fixes {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const followed = useFollowedTasks([FIX_KIND], doneTitle)
  const start = useMutation({
    mutationFn: (chosen: { act: FixAct; jobUuids: string[] }) =>
      call(fixMany, { body: { month, ...chosen } }),
    onSuccess: ({ task }) => followed.follow(task),
    onError: (error) => toastFailure(text.failed, error),
    onSettled: afterWrite(fixMany),
  })
  const mark = (jobUuid: string, isBusy: boolean) =>
    setBusy(
      (now) => new Set(isBusy ? [...now, jobUuid] : [...now].filter((one) => one !== jobUuid)),
    )
  const overruling = useOverruling()
  const one = async (act: Act, row: ShownRow, answers: Answers = {}) => {
    mark(row.jobUuid, true)
    let failure: unknown
    try {
      const { message } = await perform(act, row, answers)
      toast({ title: text.done, description: message })
    } catch (error) {
      failure = error
      const subject = { job: `Jobb #${row.jobNumber}`, amount: row.total }
      if (
        !overruling.asks(error, subject, (confirm) => void one(act, row, { ...answers, confirm }))
      )
        toastFailure(text.failed, error)
    }
    mark(row.jobUuid, false)
    await afterWrite(CONTRACTS[act])(undefined, failure)
  }
  return {
    busy,
    overruling,
    followed,
    isFixingMany:
      start.isPending ||
      followed.tasks.some((task) => isOpen(task) && task.parameters['month'] === month),
    one: (act, row, deleted) => one(act, row, { deleted }),
    many: (act, rows) => {
      const jobUuids = rows.slice(0, MOST_ITEMS).map(({ jobUuid }) => jobUuid)
      start.mutate({ act, jobUuids })
    },
  }
}
