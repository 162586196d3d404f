import { queueName } from '../../platform/queue.ts'

export const PRODUCT_LISTS = queueName('product-lists')
