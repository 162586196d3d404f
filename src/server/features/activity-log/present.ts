import { ACTIVITY_TYPES, type Activity } from '#shared/contracts/activity-log'
import type { activityLogs } from './tables.ts'

/**
 * A stored entry as it is answered, with its job's transfer where there is one (`transferOf`, by job).
 * A type from another version reads as `integration`, so that the log still opens.
 */
export function presentActivity(
  row: typeof activityLogs.$inferSelect,
  transferOf: ReadonlyMap<string, string> = new Map(),
): Activity {
  return {
    id: String(row.id),
    type: ACTIVITY_TYPES.find((type) => type === row.type) ?? 'integration',
    action: row.action,
    description: row.description,
    success: row.success,
    metadata: row.metadata && linked(row.metadata, transferOf),
    createdAt: row.createdAt.toISOString(),
  }
}

function linked(metadata: NonNullable<Activity['metadata']>, transferOf: ReadonlyMap<string, string>): Activity['metadata'] {
  const transferId = metadata.transferId ?? (metadata.jobUuid && transferOf.get(metadata.jobUuid))
  return transferId ? { ...metadata, transferId } : metadata
}
