import { useMutation, useQuery } from '@tanstack/react-query'
import { readPreview, undoTransfer } from '#shared/contracts/transfer-preview'
import { deleteLineItem, restoreLineItem, type Transfer } from '#shared/contracts/transfers'
import { call } from '../../lib/api.ts'
import { reading } from '../../lib/query-client.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { toast } from '../../ui/toast-store.ts'
import { text } from './preview-text.ts'
import { changed } from './queries.ts'

/**
 * The draft of a transfer. Read when it is looked at, and again when the transfer has changed; under a name of its own, so that a list that is
 * read again does not ask both systems for it.
 */
export function usePreview(
  { id, updatedAt }: Pick<Transfer, 'id' | 'updatedAt'>,
  { sent, enabled }: { sent: boolean; enabled: boolean },
) {
  return useQuery({
    ...reading(readPreview, { params: { id } }),
    queryKey: ['preview', id, sent, updatedAt],
    // While it is built anew, the former one stays; never that of another transfer, nor a sent one for one that is to be sent.
    placeholderData: (known, query) => (enabled && query?.queryKey[1] === id && query.queryKey[2] === sent ? known : undefined),
    enabled,
    gcTime: 0,
  })
}

/** Leaves a line out, or takes it back in. */
export function useLineActs(id: string) {
  const leaveOut = useMutation({
    mutationFn: ({ index, uuid }: { index: number; uuid: string }) =>
      call(deleteLineItem, { params: { id, lineIndex: index }, query: { uuid } }),
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => toastFailure(text.toast.leaveFailed, error),
    onSettled: changed,
  })
  const putBack = useMutation({
    mutationFn: ({ index }: { index: number }) => call(restoreLineItem, { params: { id, lineIndex: index } }),
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => toastFailure(text.toast.putBackFailed, error),
    onSettled: changed,
  })
  return { leaveOut, putBack }
}

export function useUndo() {
  return useMutation({
    mutationFn: ({ id, fikenInvoiceDraftId }: Transfer) =>
      call(undoTransfer, { params: { id }, body: fikenInvoiceDraftId === null ? {} : { draftId: fikenInvoiceDraftId } }),
    onSuccess: ({ message }) => toast({ title: text.toast.undone, description: message }),
    onError: (error) => toastFailure(text.toast.undoFailed, error),
    onSettled: changed,
  })
}
