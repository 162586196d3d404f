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

/**
 * Reads the draft when displayed and after changes. The query has its own key, so that refreshing
 * the list sends no requests to ServiceM8 and Fiken.
 */
export function usePreview(
  { id, updatedAt }: Pick<Transfer, 'id' | 'updatedAt'>,
  { sent, enabled }: { sent: boolean; enabled: boolean },
) {
  return useQuery({
    ...reading(readPreview, { params: { id } }),
    queryKey: ['preview', id, sent, updatedAt],
    // Keeps the previous draft on the screen while a new one is created, but never another
    // transfer's draft, nor a sent draft in place of an unsent one.
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

export function useLineActs(id: string) {
  const leaveOut = useRowMutation({
    rowOf: indexOf,
    mutationFn: ({ index, uuid }: { index: number; uuid: string }) =>
      call(deleteLineItem, { params: { id, lineIndex: index }, query: { uuid } }),
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => toastFailure('Kunne ikke utelate linjen', error),
    onSettled: changed,
  })
  const putBack = useRowMutation({
    rowOf: indexOf,
    mutationFn: ({ index }: { index: number }) =>
      call(restoreLineItem, { params: { id, lineIndex: index } }),
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => toastFailure('Kunne ikke ta med linjen igjen', error),
    onSettled: changed,
  })
  return { leaveOut, putBack }
}

export function useMoveContact(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(moveContact, { params: { id } }),
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => toastFailure('Adressen ble ikke endret', error),
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
      const what = (collective?.jobs ?? 1) > 1 ? 'Samlefakturaen' : 'Overføringen'
      toast({ title: `${what} ${isUndone ? 'er' : 'blir'} angret`, description: message })
    },
    onError: (error) => toastFailure('Kunne ikke angre', error),
    onSettled: changed,
  })
}
