import type { CauseCode } from '#shared/causes/index'
import { startImport } from '#shared/contracts/customer-import'
import { readTask, type TaskWithItems } from '#shared/contracts/tasks'
import { actOnMany, type ManyAct } from '#shared/contracts/transfers/bulk'
import { until } from '../wait.ts'
import type { Visitor } from './browserless.ts'

export function taskOver(person: Visitor, id: string): Promise<TaskWithItems> {
  return until('the task to be over', async () => {
    const task = await person.call(readTask, { params: { id } })
    return (task.status === 'done' || task.status === 'cancelled') && task
  })
}

/** Compares all clients with Fiken's contacts, and waits until that is done. */
export async function importCustomers(person: Visitor): Promise<TaskWithItems> {
  const { taskId } = await person.call(startImport)
  return taskOver(person, taskId)
}

export async function actOnAll(
  person: Visitor,
  body: { act: ManyAct; ids?: string[]; cause?: CauseCode },
): Promise<TaskWithItems> {
  const { task } = await person.call(actOnMany, { body })
  return taskOver(person, task.id)
}
