import { queueName } from '../../platform/queue.ts'

export const ATTACHMENTS = queueName('attachments')
