import { queueName } from '../../platform/queue/queue.ts'

export const PAYMENTS = queueName('payments')
