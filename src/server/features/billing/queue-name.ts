import { queueName } from '../../platform/queue/queue.ts'

export const BILLING = queueName('billing')

/** The only lane, because there is one seller. */
export const BILLING_LANE = 'all'
