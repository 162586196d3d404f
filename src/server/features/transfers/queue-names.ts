import { queueName } from '../../platform/queue/queue.ts'
/** The queue whose lanes are Fiken users. */
export const TRANSFER_LANE = queueName('transfer-lane')
