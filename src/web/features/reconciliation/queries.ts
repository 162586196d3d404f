import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readConfiguration } from '#shared/contracts/configuration'
import {
  fetchMissedJob,
  readReconciliation,
  startReconciliation,
  type ReconciliationAnswer,
  type ShownRow,
} from '#shared/contracts/reconciliation'
import { sendAnew, updateDraft } from '#shared/contracts/transfer-drafts'
import { undoTransfer } from '#shared/contracts/transfer-preview'
import { listTransfers, readStats, restoreTransfer, retryTransfer } from '#shared/contracts/transfers'
import type { Overruled } from '#shared/transfer-status'
import { call, errorText } from '../../lib/api.ts'
import { hurry } from '../../lib/pace.ts'
import { reading, refresh } from '../../lib/query-client.ts'
import { saveFile } from '../../lib/save-file.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { toast } from '../../ui/toast-store.ts'
import { useOverruling, type Overruling } from '../transfers/Overruling.tsx'
import { csvOf } from './csv-rows.ts'
import { newsOf, type Act } from './reconciliation-state.ts'
import { text } from './text.ts'

const WHILE_CHECKING_MS = 1_000
const WHILE_MENDING_MS = 3_000

function paceOf(answer: ReconciliationAnswer | undefined): number | false {
  if (answer?.state === 'running') return WHILE_CHECKING_MS
  return answer?.rows.some((row) => newsOf(row)?.busy) ? WHILE_MENDING_MS : false
}

export function useReconciliation(month: string) {
  return useQuery({
    ...reading(readReconciliation, { query: { month } }),
    refetchOnMount: 'always',
    refetchInterval: (query) => paceOf(query.state.data),
  })
}

/** Where Fiken's own pages are. */
export function usePlaces() {
  return useQuery(reading(readConfiguration, {})).data
}

export function useCheck(month: string) {
  return useMutation({
    mutationFn: () => call(startReconciliation, { body: { month } }),
    onError: (error) => toastFailure(text.checkFailed, error),
    onSettled: () => refresh(readReconciliation),
  })
}

export function useCsv(month: string) {
  return useMutation({
    mutationFn: () => call(readReconciliation, { query: { month, all: '1' } }),
    onSuccess: (answer) => saveFile(`avstemming-${month}.csv`, csvOf(answer.rows), 'text/csv;charset=utf-8'),
    onError: (error) => toastFailure(text.csvFailed, error),
  })
}

/** What a person has answered to a question that the act asks first. */
interface Answers {
  /** Yes to "Slettet du utkastet i Fiken?". */
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
    case 'send_anew':
      return call(sendAnew, { params, query: deleted ? { confirm: 'deleted' } : {} })
    case 'undo':
      return call(undoTransfer, { params, body: {} })
  }
}

export interface Mending {
  /** Rows with an act under way, by job. */
  busy: ReadonlySet<string>
  /** Of a press that mends many: which group, and how far it is. */
  many: { group: string; done: number; total: number } | null
  one: (act: Act, row: ShownRow, deleted?: boolean) => Promise<void>
  all: (group: string, act: Act, rows: readonly ShownRow[]) => Promise<void>
  /** Asked about one row whose job is paid or not approved; of many, such rows are left. */
  overruling: Overruling
}

const changed = () => {
  hurry()
  return refresh(readReconciliation, listTransfers, readStats)
}

/** What mends rows. Many are mended one after another: each asks Fiken or ServiceM8 of its own, and each refusal has a reason of its own. */
export function useMending(): Mending {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const [many, setMany] = useState<Mending['many']>(null)
  const mark = (jobUuid: string, isBusy: boolean) =>
    setBusy((now) => new Set(isBusy ? [...now, jobUuid] : [...now].filter((one) => one !== jobUuid)))
  const overruling = useOverruling()
  const one = async (act: Act, row: ShownRow, answers: Answers = {}) => {
    mark(row.jobUuid, true)
    try {
      const { message } = await perform(act, row, answers)
      toast({ title: text.done, description: message })
    } catch (error) {
      const subject = { job: `Jobb #${row.jobNumber}`, amount: row.total }
      if (!overruling.asks(error, subject, (confirm) => void one(act, row, { ...answers, confirm })))
        toastFailure(text.failed, error)
    }
    mark(row.jobUuid, false)
    await changed()
  }
  return {
    busy,
    many,
    overruling,
    one: (act, row, deleted) => one(act, row, { deleted }),
    all: async (group, act, rows) => {
      let done = 0
      const refusals: string[] = []
      for (const row of rows) {
        setMany({ group, done: done + refusals.length, total: rows.length })
        try {
          await perform(act, row)
          done += 1
        } catch (error) {
          refusals.push(errorText(error))
        }
      }
      setMany(null)
      const [why] = refusals
      toast({
        title: done > 0 ? text.manyDone(done) : text.failed,
        description: why === undefined ? '' : text.manyRefused(refusals.length, why),
        ...(done === 0 ? { variant: 'destructive' as const } : {}),
      })
      await changed()
    },
  }
}
