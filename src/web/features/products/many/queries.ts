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
import { text as file } from '../file/text.ts'
import { text } from './text.ts'

const DONE: Partial<Record<TaskName, string>> = {
  [DELETE_PRODUCTS]: text.done,
  [SMART_SYNC]: text.synced,
  [UNDO_PRICE_RUN]: text.undone,
  [IMPORT_PRODUCTS]: file.done,
}
const KINDS = [DELETE_PRODUCTS, SMART_SYNC, UNDO_PRICE_RUN, IMPORT_PRODUCTS] as const
const doneTitle = ({ kind, title }: Task) => DONE[kind] ?? title

/** What is done to many products, until it is over; price runs only while one waits for a person. */
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

/** The titles of what is said of it. */
interface Titles {
  goesOn: string
  /** It is over, and all was done. */
  done: string
  /** It is over, and some was left as it is. */
  over: string
  /** It is over, and something failed. */
  failed: string
}

/** Says what came of it, and follows what goes on or was not done. */
export function useSayUnderWay(followed: FollowedTasks, titles: Titles) {
  const { mutate: see } = useSeeTask()
  return ({ taskId, finished, waitsFor, message, failed, leftAlone }: UnderWay) => {
    const { goesOn, done, over } = titles
    if (finished && failed > 0)
      toast({ title: titles.failed, description: message, variant: 'destructive' })
    else if (waitsFor) toast({ title: text.waits[waitsFor], description: message })
    else toast({ title: finished ? (leftAlone > 0 ? over : done) : goesOn, description: message })
    if (taskId === null) return
    if (finished && failed + leftAlone === 0) see(taskId)
    else followed.follow({ id: taskId })
  }
}

/** Deletes the chosen ones. What takes long goes on as a task, which is followed. */
export function useDeleteMany(followed: FollowedTasks) {
  return useMutation({
    mutationFn: (itemIds: string[]) => call(deleteProducts, { body: { itemIds } }),
    onSuccess: useSayUnderWay(followed, text),
    onError: (error) => toastFailure(text.failed, error),
    onSettled: afterWrite(deleteProducts),
  })
}
