import { useQuery } from '@tanstack/react-query'
import type { CauseCode } from '#shared/causes/index'
import { readSession } from '#shared/contracts/auth'
import { readTask, type Task } from '#shared/contracts/tasks'
import { actOnMany } from '#shared/contracts/transfers/bulk'
import { readStopped } from '#shared/contracts/transfers/stopped'
import { call } from '../../lib/api.ts'
import { keyOf, polling, queryClient } from '../../lib/query-client.ts'
import { isOpen } from '../tasks/task-state.ts'

export function useStopped(cause: CauseCode) {
  return useQuery(polling(readStopped, { query: { cause } }))
}

const STEP_MS = 250
const STEPS = 20

/**
 * Retries the transfers and waits up to 5 seconds for the task's outcome; after that, the task
 * continues in the background.
 * @returns the task's own sentence, for example "2 jobber er satt i kø."
 */
export async function tryAgain(ids: string[]): Promise<string> {
  const { task, message } = await call(actOnMany, { body: { act: 'retry', ids } })
  let known: Task = task
  for (let step = 0; step < STEPS && isOpen(known); step += 1) {
    await new Promise((resolve) => setTimeout(resolve, STEP_MS))
    const params = { id: task.id }
    // The task is running, so a failed status request is ignored.
    known = await call(readTask, { params }).catch(() => known)
  }
  return isOpen(known) ? message : known.summary
}

/** Reads the session again, in case the user logged in in another window. */
export const lookForSession = () =>
  void queryClient.invalidateQueries({ queryKey: keyOf(readSession) })
