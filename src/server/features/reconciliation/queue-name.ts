import { queueName } from '../../platform/queue/queue.ts'
export const RECONCILIATION = queueName('reconciliation')
