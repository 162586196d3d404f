import { useMutation } from '@tanstack/react-query'
import {
  importProductFile,
  MOST_FILE_BYTES,
  previewProductFile,
} from '#shared/contracts/products/csv'
import { call } from '../../../lib/api.ts'
import { afterWrite } from '../../../lib/live.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { toast } from '../../../ui/toast-store.ts'
import type { FollowedTasks } from '../../tasks/followed-tasks.ts'
import { charsetOf } from './charset.ts'

export class UnreadableFile extends Error {}

export function usePreview() {
  return useMutation({
    mutationFn: async (chosen: File) => {
      if (chosen.size > MOST_FILE_BYTES)
        throw new UnreadableFile('Filen er for stor. Den kan være høyst 4 MB.')
      const bytes = await chosen.arrayBuffer().catch(() => {
        throw new UnreadableFile('Filen kunne ikke leses.')
      })
      // A copy of the bytes, because the file on disk can change before the user confirms the
      // import.
      const file = new Blob([bytes], { type: `text/csv; charset=${charsetOf(bytes)}` })
      return { ...(await call(previewProductFile, { file })), file }
    },
  })
}

/** A confirmed import: the file's version as shown, and indexes of differences to leave out. */
interface Yes {
  file: Blob
  version: string
  leaveOut: readonly number[]
}

export function useImportFile(followed: FollowedTasks) {
  return useMutation({
    mutationFn: ({ file, version, leaveOut }: Yes) =>
      call(importProductFile, { file, query: { version, leaveOut: leaveOut.join(',') } }),
    onSuccess: ({ taskId, message }) => {
      followed.follow({ id: taskId })
      toast({ title: 'Tallene er satt i kø', description: message })
    },
    onError: (error) => toastFailure('Filen ble ikke skrevet', error),
    onSettled: afterWrite(importProductFile),
  })
}
