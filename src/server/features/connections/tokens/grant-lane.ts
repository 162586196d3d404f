import type { Vendor } from '#shared/contracts/connections'
import { queueName } from '../../../platform/queue/queue.ts'

export const GRANTS = queueName('grants')

export const grantLane = (vendor: Vendor, userId: string): string => `${vendor}:${userId}`

export function grantOfLane(lane: string): { vendor: Vendor; userId: string } {
  const [vendor, userId = ''] = lane.split(':', 2)
  return { vendor: vendor === 'fiken' ? 'fiken' : 'servicem8', userId }
}
