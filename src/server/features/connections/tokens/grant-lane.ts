import { queueName } from '../../../platform/queue/queue.ts'

/** The queue of grants to check; a grant's id is its lane. */
export const GRANTS = queueName('grants')
