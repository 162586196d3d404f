import type { Vendor } from '#shared/contracts/connections'
import { queueName } from '../../../platform/queue/queue.ts'

export const GRANTS = queueName('grants')

export const grantLane = (vendor: Vendor, companyId: string): string => `${vendor}:${companyId}`

export function grantOfLane(lane: string): { vendor: Vendor; companyId: string } {
  const [vendor, companyId = ''] = lane.split(':', 2)
  return { vendor: vendor === 'fiken' ? 'fiken' : 'servicem8', companyId }
}
