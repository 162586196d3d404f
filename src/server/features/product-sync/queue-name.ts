import { queueName } from '../../platform/queue/queue.ts'

export const PRODUCT_LISTS = queueName('product-lists')
