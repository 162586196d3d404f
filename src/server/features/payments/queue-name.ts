import { queueName } from '../../platform/queue.ts'

export const PAYMENTS = queueName('payments')
