import { queueName } from '../../platform/queue/queue.ts'
/** The queue with one lane per Fiken user. */
export const TRANSFER_LANE = queueName('transfer-lane')
