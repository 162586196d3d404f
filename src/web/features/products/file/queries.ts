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
import { textOf } from './read-text.ts'
import { text } from './text.ts'

/** All products as a file. */
export const saveProducts = (comparison: Comparison): void =>
  saveFile(text.name(dateOf(new Date())), csv(productCsvRows(comparison)))

/** A file that the browser could not read. */
export class UnreadableFile extends Error {}

/** What a file would change, and the file as it was read then. */
export function usePreview() {
  return useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MOST_FILE_BYTES) throw new UnreadableFile(text.tooLarge)
      const bytes = await file.arrayBuffer().catch(() => {
        throw new UnreadableFile(text.unreadable)
      })
      const written = textOf(bytes)
      return { ...(await call(previewProductFile, { body: { csv: written } })), csv: written }
    },
  })
}

export function useImportFile(followed: FollowedTasks) {
  return useMutation({
    mutationFn: (body: { csv: string; version: string; leaveOut: string[] }) =>
      call(importProductFile, { body }),
    onSuccess: ({ taskId, message }) => {
      followed.follow({ id: taskId })
      toast({ title: text.started, description: message })
    },
    onError: (error) => toastFailure(text.failed, error),
    onSettled: afterWrite(importProductFile),
  })
}
