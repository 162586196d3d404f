import { queueName } from '../../platform/queue/queue.ts'
/**
 * The intake queue. Each lane is one user: several accounts are read in parallel, one user's jobs
 * sequentially.
 */
export const INTAKE = queueName('intake')
export const SWEEP = queueName('sweep')
