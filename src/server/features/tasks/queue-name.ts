import { queueName } from '../../platform/queue.ts'

export const TASKS = queueName('tasks')
