import { useMutation, useQuery } from '@tanstack/react-query'
import {
  chooseAttachment,
  findAttachments,
  readAttachments,
  retryAttachments,
} from '#shared/contracts/transfers/attachments'
import { call } from '../../../lib/api.ts'
import { polling, reading } from '../../../lib/query-client.ts'
import { useRowMutation } from '../../../lib/row-mutation.ts'
import { rememberUse } from '../../../lib/session.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { toast } from '../../../ui/toast-store.ts'
import { changed } from '../queries.ts'

const RETRY_FAILED = 'Kunne ikke prøve igjen'

export const useAttachments = (id: string) => useQuery(polling(readAttachments, { params: { id } }))

/** Reads the job's files from ServiceM8, once each time the drawer opens. */
export const useFoundFiles = (id: string) =>
  useQuery({ ...reading(findAttachments, { params: { id } }), gcTime: 0 })

export function useAttachmentActs(id: string) {
  const choose = useRowMutation({
    rowOf: ({ uuid }: { uuid: string; chosen: boolean }) => uuid,
    mutationFn: ({ uuid, chosen }: { uuid: string; chosen: boolean }) =>
      call(chooseAttachment, { params: { id, attachmentUuid: uuid }, body: { chosen } }),
    onSuccess: ({ message }) => {
      toast({ title: message })
      rememberUse('files')
    },
    onError: (error) => toastFailure('Valget ble ikke lagret', error),
    onSettled: changed,
  })
  const retry = useRowMutation({
    rowOf: ({ uuid }: { uuid: string }) => uuid,
    mutationFn: ({ uuid }: { uuid: string }) =>
      call(retryAttachments, { params: { id }, body: { attachmentUuid: uuid } }),
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => toastFailure(RETRY_FAILED, error),
    onSettled: changed,
  })
  const retryAll = useMutation({
    mutationFn: () => call(retryAttachments, { params: { id }, body: {} }),
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => toastFailure(RETRY_FAILED, error),
    onSettled: changed,
  })
  return { choose, retry, retryAll }
}
