import { queueName } from '../../platform/queue/queue.ts'

export const BILLING = queueName('billing')

/** The only lane of the billing queue, because there is only one seller. */
export const BILLING_LANE = 'all'
