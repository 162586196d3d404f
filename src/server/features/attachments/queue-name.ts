import { queueName } from '../../platform/queue/queue.ts'

export const ATTACHMENTS = queueName('attachments')
