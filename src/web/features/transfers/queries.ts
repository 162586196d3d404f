import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { readConfiguration } from '#shared/contracts/configuration'
import { acceptTransfer, decideProduct, sendAnew as sendTransferAnew } from '#shared/contracts/transfer-drafts'
import {
  chooseRecipient,
  decideWaiting,
  deleteAllPending,
  deleteTransfer,
  listTransfers,
  MOST_FOUND,
  readRecipient,
  readStats,
  readTimeline,
  readWaiting,
  restoreLineItem,
  restoreTransfer,
  retryTransfer,
  startTransfer,
  syncJobs,
  type Transfer,
} from '#shared/contracts/transfers'
import { MOST_COUNTED } from '#shared/fields'
import type { Overruled } from '#shared/transfer-status'
import { call, callForHeaders } from '../../lib/api.ts'
import { hurriedUntil, hurry } from '../../lib/pace.ts'
import { keyOf, polling, reading, refresh } from '../../lib/query-client.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { toast } from '../../ui/toast-store.ts'
import { text } from './text.ts'
import { listQuery, PAGE_SIZE, type Filter } from './filter-state.ts'
import { useOverruling } from './Overruling.tsx'
import { pollEvery, titleOf } from './transfer-state.ts'

const SLOW_MS = 30_000

/** How often something that follows these rows is read, in milliseconds. */
export function paceOf(rows: readonly Transfer[] | undefined): number {
  return pollEvery(rows ?? [], Date.now(), hurriedUntil())
}

/** One page of the transfers screen's list, and how many there are in all. */
export function useTransferPage(filter: Filter) {
  const { page, sort, ...which } = filter
  return useQuery({
    queryKey: [...keyOf(listTransfers), 'page', filter],
    queryFn: async ({ signal }) => {
      const query = { ...listQuery(which), limit: PAGE_SIZE, page, sort }
      const { answer, headers } = await callForHeaders(listTransfers, { query, signal })
      const total = Number(headers.get('x-total-count') ?? answer.length)
      const most = filter.q ? MOST_FOUND : MOST_COUNTED
      return { rows: answer, total: Math.min(total, most), more: total > most }
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: (query) => paceOf(query.state.data?.rows),
  })
}

/** A short list for the dashboard, read every 30 s. */
export function useTransfers(query: { status?: string; limit: number }, enabled = true) {
  return useQuery({
    ...polling(listTransfers, { query }, 0),
    refetchInterval: (known) => paceOf(known.state.data),
    enabled,
  })
}

/** Where Fiken's own pages are; read every 60 s as the specification says. */
export function usePlaces() {
  return useQuery({ ...reading(readConfiguration, {}), refetchInterval: 60_000 }).data
}

export function useTimeline(id: string) {
  return useQuery({ ...reading(readTimeline, { params: { id } }), refetchOnMount: 'always' })
}

/** Something was done to transfers: what shows them is read again, and quickly for a while. */
export const changed = () => {
  hurry()
  return refresh(listTransfers, readStats)
}

/** A transfer to start, and what speaks against it that the person has overruled. */
type Start = Transfer & { confirm?: Overruled }

/** What a person may do to one transfer. */
export function useTransferActs() {
  const overruling = useOverruling()
  const notStarted = (title: string, again: (start: Start) => void) => (error: unknown, transfer: Transfer) => {
    const subject = { job: titleOf(transfer), amount: transfer.amount }
    if (!overruling.asks(error, subject, (confirm) => again({ ...transfer, confirm }))) toastFailure(title, error)
  }
  const restore = useMutation({
    mutationFn: ({ id }: Transfer) => call(restoreTransfer, { params: { id } }),
    onSuccess: () => toast({ title: text.toast.restored }),
    onError: (error) => toastFailure(text.toast.restoreFailed, error),
    onSettled: changed,
  })
  const retry = useMutation({
    mutationFn: ({ id, confirm }: Start) => call(retryTransfer, { params: { id }, query: { confirm } }),
    onSuccess: () => toast({ title: text.toast.retried[0], description: text.toast.retried[1] }),
    onError: notStarted(text.toast.retryFailed, (start) => retry.mutate(start)),
    onSettled: changed,
  })
  const putLinesBack = useMutation({
    mutationFn: async ({ id, servicem8Data }: Transfer) => {
      for (const [lineIndex, { removed }] of (servicem8Data?.line_items ?? []).entries()) {
        if (removed) await call(restoreLineItem, { params: { id, lineIndex } })
      }
      return call(retryTransfer, { params: { id } })
    },
    onSuccess: () => toast({ title: text.toast.retried[0], description: text.toast.retried[1] }),
    onError: notStarted(text.toast.putLinesBackFailed, (start) => retry.mutate(start)),
    onSettled: changed,
  })
  const start = useMutation({
    mutationFn: ({ id, confirm }: Start) => call(startTransfer, { params: { id }, query: { confirm } }),
    onSuccess: () => toast({ title: text.toast.started[0], description: text.toast.started[1] }),
    onError: notStarted(text.toast.startFailed, (again) => start.mutate(again)),
    onSettled: changed,
  })
  const accept = useMutation({
    mutationFn: ({ id, updatedAt }: Transfer) => call(acceptTransfer, { params: { id }, body: { updatedAt } }),
    onSuccess: () => toast({ title: text.toast.accepted[0], description: text.toast.accepted[1] }),
    onError: (error) => toastFailure(text.toast.acceptFailed, error),
    onSettled: changed,
  })
  const remove = useMutation({
    mutationFn: ({ id }: Transfer) => call(deleteTransfer, { params: { id } }),
    onSuccess: ({ message, checking }, transfer) =>
      checking
        ? toast({ title: text.toast.deleteLater, description: message })
        : toast({ title: text.toast.deleted, action: { label: text.toast.undo, run: () => restore.mutate(transfer) } }),
    onError: (error) => toastFailure(text.toast.deleteFailed, error),
    onSettled: changed,
  })
  const sendAnew = useMutation({
    mutationFn: ({ id, deleted }: { id: string; deleted: boolean }) =>
      call(sendTransferAnew, { params: { id }, query: deleted ? { confirm: 'deleted' } : {} }),
    onSuccess: ({ message }) => toast({ title: text.toast.sentAnew, description: message }),
    onError: (error) => toastFailure(text.toast.sendAnewFailed, error),
    onSettled: changed,
  })
  const createProduct = useProductDecision('create')
  const withoutProduct = useProductDecision('text')
  return { retry, putLinesBack, start, accept, remove, restore, sendAnew, createProduct, withoutProduct, overruling }
}

/** What is done about a product whose creation had no answer. */
function useProductDecision(decision: 'create' | 'text') {
  return useMutation({
    mutationFn: ({ id }: Transfer) => call(decideProduct, { params: { id }, body: { decision } }),
    onSuccess: ({ message }) => toast({ title: text.toast.decided, description: message }),
    onError: (error) => toastFailure(text.toast.decideFailed, error),
    onSettled: changed,
  })
}

export type TransferActs = ReturnType<typeof useTransferActs>

/** Who an invoice is for and the contacts that may be the one, as they are right now. */
export function useRecipient(id: string) {
  return useQuery({ ...reading(readRecipient, { params: { id } }), refetchOnMount: 'always', gcTime: 0 })
}

export function useChooseCustomer(id: string) {
  return useMutation({
    mutationFn: (contactId: number | null) => call(chooseRecipient, { params: { id }, body: { contactId } }),
    onSuccess: ({ message, checking }) => {
      toast({ title: checking ? text.toast.sentAnew : text.customerChoice.done, description: message })
      void changed()
    },
  })
}

/** How many jobs were completed while the integration was off and wait for a decision; 0 until it is known. */
export function useWaiting(): number {
  return useQuery(polling(readWaiting, {}, SLOW_MS)).data?.inactive ?? 0
}

export function useDecideWaiting() {
  return useMutation({
    mutationFn: (decision: 'transfer' | 'skip') => call(decideWaiting, { body: { decision } }),
    onSuccess: ({ message }, decision) =>
      toast({ title: decision === 'transfer' ? text.waiting.transferred : text.waiting.skipped, description: message }),
    onError: (error) => toastFailure(text.waiting.failed, error),
    onSettled: changed,
  })
}

/** Is there anything for "Slett alle ventende"? Not until it is known; where that cannot be known, the server decides. */
export function useAnyWaiting(rows: readonly Transfer[]): boolean {
  const { data, isError } = useQuery({ ...polling(readStats, {}, 0), refetchInterval: () => paceOf(rows) })
  return data ? data.pending > 0 : isError
}

export function useDeleteAllPending() {
  return useMutation({
    mutationFn: () => call(deleteAllPending, {}),
    onSuccess: ({ deletedCount }) =>
      toast({ title: text.toast.deletedAll, description: text.toast.deletedAllText(deletedCount) }),
    onError: (error) => toastFailure(text.toast.deleteAllFailed, error),
    onSettled: changed,
  })
}

export function useFetchJobs() {
  return useMutation({
    mutationFn: () => call(syncJobs, { body: {} }),
    onSuccess: (answer) =>
      toast({
        title: text.toast.synced,
        description: text.toast.syncedText(answer.awaitingPaymentJobsFound, answer.jobsProcessed),
      }),
    onError: (error) => toastFailure(text.toast.syncFailed, error),
    onSettled: changed,
  })
}
