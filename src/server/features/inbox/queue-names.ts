import { queueName } from '../../platform/queue/queue.ts'
/** Lanes are users: several accounts are read in parallel, one user's jobs one after another. */
export const INTAKE = queueName('intake')
export const SWEEP = queueName('sweep')
