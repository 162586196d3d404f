import { useMutation } from '@tanstack/react-query'
import { IMPORT_PRODUCTS } from '#shared/contracts/products/csv'
import { PRICE_RUN, UNDO_PRICE_RUN } from '#shared/contracts/products/price-sync'
import { DELETE_PRODUCTS, deleteProducts, SMART_SYNC } from '#shared/contracts/products/tasks'
import type { Task, TaskName, WaitsFor } from '#shared/contracts/tasks'
import { call } from '../../../lib/api.ts'
import { afterWrite } from '../../../lib/live.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { toast } from '../../../ui/toast-store.ts'
import { useFollowedTasks, type FollowedTasks } from '../../tasks/followed-tasks.ts'
import { useSeeTask, useTasks } from '../../tasks/queries.ts'

const WAITS: Record<WaitsFor, string> = {
  fiken: 'Venter på Fiken',
  servicem8: 'Venter på ServiceM8',
  company: 'Venter på valg av selskap',
}
const DELETION: Titles = {
  goesOn: 'Slettingen fortsetter',
  done: 'Produktene er slettet',
  over: 'Slettingen er ferdig',
  failed: 'Feil ved sletting',
}
const DONE: Partial<Record<TaskName, string>> = {
  [DELETE_PRODUCTS]: DELETION.done,
  [SMART_SYNC]: 'Smart Sync er ferdig',
  [UNDO_PRICE_RUN]: 'Prissynkroniseringen er angret',
  [IMPORT_PRODUCTS]: 'Tallene fra filen er skrevet',
}
const KINDS = [DELETE_PRODUCTS, SMART_SYNC, UNDO_PRICE_RUN, IMPORT_PRODUCTS] as const
const doneTitle = ({ kind, title }: Task) => DONE[kind] ?? title

/** Follows bulk product tasks; price sync runs only while one is waiting for the user. */
export function useProductTasks(): FollowedTasks {
  const followed = useFollowedTasks(KINDS, doneTitle)
  const runs = useTasks().filter(({ kind, waitsFor }) => kind === PRICE_RUN && waitsFor)
  return { ...followed, shown: [...runs, ...followed.shown] }
}

interface UnderWay {
  taskId: string | null
  finished: boolean
  waitsFor: WaitsFor | null
  message: string
  failed: number
  leftAlone: number
}

interface Titles {
  goesOn: string
  done: string
  /** The title when some products were left unchanged. */
  over: string
  failed: string
}

/**
 * Returns a function that shows a task's outcome as a toast, and follows the task if it continues
 * or left items undone.
 */
export function useSayUnderWay(followed: FollowedTasks, titles: Titles) {
  const { mutate: see } = useSeeTask()
  return ({ taskId, finished, waitsFor, message, failed, leftAlone }: UnderWay) => {
    const { goesOn, done, over } = titles
    if (finished && failed > 0)
      toast({ title: titles.failed, description: message, variant: 'destructive' })
    else if (waitsFor) toast({ title: WAITS[waitsFor], description: message })
    else toast({ title: finished ? (leftAlone > 0 ? over : done) : goesOn, description: message })
    if (taskId === null) return
    if (finished && failed + leftAlone === 0) see(taskId)
    else followed.follow({ id: taskId })
  }
}

export function useDeleteMany(followed: FollowedTasks) {
  return useMutation({
    mutationFn: (itemIds: string[]) => call(deleteProducts, { body: { itemIds } }),
    onSuccess: useSayUnderWay(followed, DELETION),
    onError: (error) => toastFailure(DELETION.failed, error),
    onSettled: afterWrite(deleteProducts),
  })
}
