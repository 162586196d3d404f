import { queueName } from '../../platform/queue/queue.ts'
export const TRANSFER_LANE = queueName('transfer-lane')
