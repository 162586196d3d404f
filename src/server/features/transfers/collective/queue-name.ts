import { queueName } from '../../../platform/queue/queue.ts'

export const COLLECTIVE = queueName('collective')
