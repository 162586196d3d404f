import { queueName } from '../../platform/queue/queue.ts'

export const TASKS = queueName('tasks')
