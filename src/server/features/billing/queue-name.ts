import { queueName } from '../../platform/queue/queue.ts'

export const BILLING = queueName('billing')

/** There is one seller, so there is one lane. */
export const BILLING_LANE = 'all'
