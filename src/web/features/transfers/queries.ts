import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#shared/contract'
import {
  acceptTransfer,
  decideProduct,
  sendAgain as sendTransferAgain,
  deleteTransfer,
  restoreTransfer,
  retryTransfer,
  startTransfer,
} from '#shared/contracts/transfers/actions'
import { readStats } from '#shared/contracts/overview'
import { restoreLineItem } from '#shared/contracts/transfers/lines'
import {
  decideWaiting,
  deleteAllPending,
  readAllPending,
  readWaiting,
} from '#shared/contracts/transfers/waiting'
import { listTransfers, MOST_FOUND } from '#shared/contracts/transfers/list'
import type { Transfer } from '#shared/contracts/transfers/row'
import { MOST_COUNTED } from '#shared/contract'
import { TRANSFER_TOPICS } from '#shared/live-topics'
import type { Overruled } from '#shared/transfer-status'
import { call, callForHeaders } from '../../lib/api.ts'
import { afterWrite } from '../../lib/live.ts'
import { keyOf, polling, showing, SLOW_MS } from '../../lib/query-client.ts'
import { useRowMutation } from '../../lib/row-mutation.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { words } from '../../ui/words.ts'
import { toast } from '../../ui/toast-store.ts'
import { text } from './text.ts'
import { isByArrival, listQuery, PAGE_SIZE, type Filter } from './filter-state.ts'
import { useOverruling } from './overruling/useOverruling.ts'
import { isLookedFor, titleOf, waitsForGrant } from './transfer-state.ts'

export function useTransferPage(filter: Filter) {
  const { page, sort, ...which } = filter
  return useQuery({
    queryKey: [...keyOf(listTransfers), 'page', filter],
    queryFn: async ({ signal }) => {
      const order = isByArrival(filter) ? 'newest' : sort
      const query = { ...listQuery(which), limit: PAGE_SIZE, page, sort: order }
      const { answer, headers } = await callForHeaders(listTransfers, { query, signal })
      const total = Number(headers.get('x-total-count') ?? answer.length)
      const most = filter.q ? MOST_FOUND : MOST_COUNTED
      return { rows: answer, total: Math.min(total, most), more: total > most }
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: SLOW_MS,
    meta: showing(listTransfers),
  })
}

export function useTransfers(query: { status?: string; limit: number }, enabled = true) {
  return useQuery({ ...polling(listTransfers, { query }), enabled })
}

export const changed = afterWrite({ changes: TRANSFER_TOPICS })

type Start = Transfer & { confirm?: Overruled }

const idOf = ({ id }: { id: string }) => id

/** Shows the server's message about a start, such as that the job waits for a collective draft. */
function toastStarted(
  { waits, message }: AnswerOf<typeof startTransfer>,
  [title, description]: readonly [string, string],
): void {
  toast(waits ? { title: text.toast.checked, description: message } : { title, description })
}

export function useTransferActs() {
  const overruling = useOverruling()
  const notStarted =
    (title: string, again: (start: Start) => void) => (error: unknown, transfer: Transfer) => {
      const subject = { job: titleOf(transfer), amount: transfer.amount }
      if (!overruling.asks(error, subject, (confirm) => again({ ...transfer, confirm })))
        toastFailure(title, error)
    }
  const restore = useRowMutation({
    rowOf: idOf,
    mutationFn: ({ id }: Transfer) => call(restoreTransfer, { params: { id } }),
    onSuccess: () => toast({ title: text.toast.restored }),
    onError: (error) => toastFailure(text.toast.restoreFailed, error),
    onSettled: changed,
  })
  const retry = useRowMutation({
    rowOf: idOf,
    mutationFn: ({ id, confirm }: Start) =>
      call(retryTransfer, { params: { id }, query: { confirm } }),
    onSuccess: (answer, transfer) =>
      toastStarted(answer, isLookedFor(transfer) ? text.toast.lookedFor : text.toast.retried),
    onError: notStarted(text.toast.retryFailed, (start) => retry.mutate(start)),
    onSettled: changed,
  })
  const putLinesBack = useRowMutation({
    rowOf: idOf,
    mutationFn: async ({ id, servicem8Data }: Transfer) => {
      for (const [lineIndex, { removed }] of (servicem8Data?.line_items ?? []).entries()) {
        if (removed) await call(restoreLineItem, { params: { id, lineIndex } })
      }
      return call(retryTransfer, { params: { id } })
    },
    onSuccess: (answer) => toastStarted(answer, text.toast.retried),
    onError: notStarted(text.toast.putLinesBackFailed, (start) => retry.mutate(start)),
    onSettled: changed,
  })
  const start = useRowMutation({
    rowOf: idOf,
    mutationFn: ({ id, confirm }: Start) =>
      call(startTransfer, { params: { id }, query: { confirm } }),
    onSuccess: (answer, transfer) => {
      const [title, now] = text.toast.started
      toastStarted(answer, [title, waitsForGrant(transfer) ? text.toast.startedLater : now])
    },
    onError: notStarted(text.toast.startFailed, (again) => start.mutate(again)),
    onSettled: changed,
  })
  const accept = useRowMutation({
    rowOf: idOf,
    mutationFn: ({ id, updatedAt }: Transfer) =>
      call(acceptTransfer, { params: { id }, body: { updatedAt } }),
    onSuccess: () => toast({ title: text.toast.accepted[0], description: text.toast.accepted[1] }),
    onError: (error) => toastFailure(text.toast.acceptFailed, error),
    onSettled: changed,
  })
  const remove = useRowMutation({
    rowOf: idOf,
    mutationFn: ({ id }: Transfer) => call(deleteTransfer, { params: { id } }),
    onSuccess: ({ message, checking }, transfer) =>
      checking
        ? toast({ title: text.toast.deleteLater, description: message })
        : toast({
            title: transfer.draftIsGone ? message : text.toast.deleted,
            action: { label: words.undo, run: () => restore.mutate(transfer) },
          }),
    onError: (error) => toastFailure(text.toast.deleteFailed, error),
    onSettled: changed,
  })
  const sendAgain = useRowMutation({
    rowOf: idOf,
    mutationFn: ({ id, deleted }: { id: string; deleted: boolean }) =>
      call(sendTransferAgain, { params: { id }, query: deleted ? { confirm: 'deleted' } : {} }),
    onSuccess: ({ message }) => toast({ title: text.toast.sentAgain, description: message }),
    onError: (error) => toastFailure(text.toast.sendAgainFailed, error),
    onSettled: changed,
  })
  const dropDeposit = useDepositAct('dropDeposit')
  const settleDeposit = useDepositAct('settle')
  const update = useDepositAct('writeDraft')
  const createProduct = useProductDecision('create')
  const withoutProduct = useProductDecision('text')
  return {
    retry,
    putLinesBack,
    start,
    accept,
    remove,
    restore,
    sendAgain,
    setAside: remove,
    dropDeposit,
    settleDeposit,
    updateDraft: update,
    createProduct,
    withoutProduct,
    withoutAddress: {
      isBusy: retry.isBusy,
      mutate: (transfer: Transfer) => retry.mutate({ ...transfer, confirm: 'address_missing' }),
    },
    overruling,
  }
}

function useDepositAct(act: 'dropDeposit' | 'writeDraft' | 'settle') {
  return useRowMutation({
    rowOf: idOf,
    mutationFn: async (transfer: Transfer) => (await import('./drop-deposit.ts'))[act](transfer),
    onSuccess: toast,
    onError: (error) => toastFailure(text.toast.decideFailed, error),
    onSettled: changed,
  })
}

/** Sends the user's decision about a product whose creation got no response. */
function useProductDecision(decision: 'create' | 'text') {
  return useRowMutation({
    rowOf: idOf,
    mutationFn: ({ id }: Transfer) => call(decideProduct, { params: { id }, body: { decision } }),
    onSuccess: ({ message }) => toast({ title: text.toast.decided, description: message }),
    onError: (error) => toastFailure(text.toast.decideFailed, error),
    onSettled: changed,
  })
}

export type TransferActs = ReturnType<typeof useTransferActs>

export type Waiting = AnswerOf<typeof readWaiting>

/** Returns the jobs completed while the integration was off that need a decision. */
export function useWaiting(): Waiting | undefined {
  return useQuery(polling(readWaiting, {})).data
}

const LONG_ENOUGH_TO_UNDO_MS = 10_000

export function useDecideWaiting() {
  const restore = useMutation({
    mutationFn: (skippedAt: string) =>
      call(decideWaiting, { body: { decision: 'restore', skippedAt } }),
    onSuccess: () => toast({ title: text.waiting.restored }),
    onError: (error) => toastFailure(text.waiting.failed, error),
    onSettled: changed,
  })
  return useMutation({
    mutationFn: (decision: 'transfer' | 'skip') => call(decideWaiting, { body: { decision } }),
    onSuccess: ({ count, message, skippedAt }, decision) => {
      const { transferred, skipped } = text.waiting
      const title = (decision === 'transfer' ? transferred : skipped)(count)
      toast({
        title,
        description: message,
        ...(skippedAt
          ? {
              duration: LONG_ENOUGH_TO_UNDO_MS,
              action: { label: words.undo, run: () => restore.mutate(skippedAt) },
            }
          : {}),
      })
    },
    onError: (error) => toastFailure(text.waiting.failed, error),
    onSettled: changed,
  })
}

/** The number of transfers that need something of the user, with their sum. */
export function useNeeds() {
  return useQuery({ ...polling(readStats, {}), select: ({ needs }) => needs ?? NOTHING })
}
export type Needs = NonNullable<AnswerOf<typeof readStats>['needs']>
const NOTHING: Needs = {}

/** Returns true if any transfers wait: false until loaded, true if loading fails. */
export function useAnyWaiting(): boolean {
  const { data, isError } = useQuery(polling(readStats, {}))
  return data ? data.pending > 0 : isError
}

/** Reads what "Slett alle ventende" would delete at the moment it is asked for. */
export function useReadAllPending() {
  return useMutation({ mutationFn: () => call(readAllPending, {}) })
}

export function useDeleteAllPending() {
  return useMutation({
    mutationFn: () => call(deleteAllPending, {}),
    onSuccess: ({ message }) => toast({ title: text.toast.deletedAll, description: message }),
    onError: (error) => toastFailure(text.toast.deleteAllFailed, error),
    onSettled: changed,
  })
}
