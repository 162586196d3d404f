import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { moveContact, readPreview } from '#shared/contracts/transfers/preview'
import { undoTransfer } from '#shared/contracts/transfers/actions'
import { deleteLineItem, restoreLineItem } from '#shared/contracts/transfers/lines'
import { readTimeline, type Transfer } from '#shared/contracts/transfers/row'
import { call } from '../../../lib/api.ts'
import { polling, reading } from '../../../lib/query-client.ts'
import { useRowMutation } from '../../../lib/row-mutation.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { toast } from '../../../ui/toast-store.ts'
import { changed } from '../queries.ts'
import { text } from './preview-text.ts'

/**
 * The draft of a transfer. Read when it is looked at, and again when the transfer has changed;
 * under a name of its own, so that a list that is read again does not ask both systems for it.
 */
export function usePreview(
  { id, updatedAt }: Pick<Transfer, 'id' | 'updatedAt'>,
  { sent, enabled }: { sent: boolean; enabled: boolean },
) {
  return useQuery({
    ...reading(readPreview, { params: { id } }),
    queryKey: ['preview', id, sent, updatedAt],
    // While it is rebuilt, the former one stays; never that of another transfer, nor a sent one
    // for one that is to be sent.
    placeholderData: (known, query) =>
      enabled && query?.queryKey[1] === id && query.queryKey[2] === sent ? known : undefined,
    enabled,
    gcTime: 0,
  })
}

export function useTimeline(id: string) {
  return useQuery(polling(readTimeline, { params: { id } }))
}

const indexOf = ({ index }: { index: number }) => index

/** Leaves a line out, or takes it back in. */
export function useLineActs(id: string) {
  const leaveOut = useRowMutation({
    rowOf: indexOf,
    mutationFn: ({ index, uuid }: { index: number; uuid: string }) =>
      call(deleteLineItem, { params: { id, lineIndex: index }, query: { uuid } }),
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => toastFailure(text.toast.leaveFailed, error),
    onSettled: changed,
  })
  const putBack = useRowMutation({
    rowOf: indexOf,
    mutationFn: ({ index }: { index: number }) =>
      call(restoreLineItem, { params: { id, lineIndex: index } }),
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => toastFailure(text.toast.putBackFailed, error),
    onSettled: changed,
  })
  return { leaveOut, putBack }
}

/** Gives the contact in Fiken the client's address. */
export function useMoveContact(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(moveContact, { params: { id } }),
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => toastFailure(text.moved.failed, error),
    onSettled: () => client.invalidateQueries({ queryKey: ['preview', id] }),
  })
}

export function useUndo() {
  return useMutation({
    mutationFn: ({ id, fikenInvoiceDraftId }: Transfer) =>
      call(undoTransfer, {
        params: { id },
        body: fikenInvoiceDraftId === null ? {} : { draftId: fikenInvoiceDraftId },
      }),
    onSuccess: ({ message, isUndone }, { collective }) => {
      const { undone, undoing } = text.toast
      toast({ title: (isUndone ? undone : undoing)(collective?.jobs ?? 1), description: message })
    },
    onError: (error) => toastFailure(text.toast.undoFailed, error),
    onSettled: changed,
  })
}
