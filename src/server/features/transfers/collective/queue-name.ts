import { queueName } from '../../../platform/queue.ts'

export const COLLECTIVE = queueName('collective')
