import { queueName } from '../../platform/queue.ts'
export const RECONCILIATION = queueName('reconciliation')
