import { ACTIVITY_TYPES, type Activity } from '#shared/contracts/activity-log'
import type { activityLogs } from './tables.ts'

/** A type from another version reads as `integration`, so that the log still opens. */
export function presentActivity(row: typeof activityLogs.$inferSelect): Activity {
  return {
    id: String(row.id),
    type: ACTIVITY_TYPES.find((type) => type === row.type) ?? 'integration',
    action: row.action,
    description: row.description,
    success: row.success,
    metadata: row.metadata,
    createdAt: row.createdAt.toISOString(),
  }
}
