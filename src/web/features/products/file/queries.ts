import { useMutation } from '@tanstack/react-query'
import type { Comparison } from '#shared/contracts/products/comparison'
import {
  importProductFile,
  MOST_FILE_BYTES,
  previewProductFile,
} from '#shared/contracts/products/csv'
import { csv } from '#shared/csv/csv'
import { dateOf } from '#shared/dates'
import { productCsvRows } from '#shared/csv/product-csv'
import { call } from '../../../lib/api.ts'
import { afterWrite } from '../../../lib/live.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { toast } from '../../../ui/toast-store.ts'
import type { FollowedTasks } from '../../tasks/followed-tasks.ts'
import { charsetOf } from './charset.ts'
import { text } from './text.ts'

/** All products as a file. */
export const saveProducts = (comparison: Comparison): void =>
  saveFile(text.name(dateOf(new Date())), csv(productCsvRows(comparison)))

/** A file that the browser could not read. */
export class UnreadableFile extends Error {}

/** What a file would change, and the file as it was read then. */
export function usePreview() {
  return useMutation({
    mutationFn: async (chosen: File) => {
      if (chosen.size > MOST_FILE_BYTES) throw new UnreadableFile(text.tooLarge)
      const bytes = await chosen.arrayBuffer().catch(() => {
        throw new UnreadableFile(text.unreadable)
      })
      // The bytes that were read: the file itself may be saved again before the yes.
      const file = new Blob([bytes], { type: `text/csv; charset=${charsetOf(bytes)}` })
      return { ...(await call(previewProductFile, { file })), file }
    },
  })
}

/** What was shown, and the places in it that are not to be written. */
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
      toast({ title: text.started, description: message })
    },
    onError: (error) => toastFailure(text.failed, error),
    onSettled: afterWrite(importProductFile),
  })
}
