import { queueName } from '../../platform/queue/queue.ts'

export const BILLING = queueName('billing')

/** The queue's only lane, because there is only one seller. */
export const BILLING_LANE = 'all'
