import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordActivity } from '../activity-log/record.ts'

/** Writes what an operator has done to the log, as the administrator's own entry. */
export async function recordOperation(
  { db, clock }: Platform,
  userId: string,
  { action, description }: { action: string; description: string },
): Promise<void> {
  await recordActivity(db, {
    userId,
    type: 'configuration',
    action,
    description,
    success: true,
    at: instant(clock),
  })
}
