import type { Platform } from '../../platform/platform.ts'
import { saveCursor } from '../mirrors/cursor-store.ts'

/** How often a user's payments are asked about. */
export const EVERY_MS = 60 * 60_000
/** A run that a vendor cut short is repeated after this. */
const AGAIN_MS = 5 * 60_000
/** Users' turns are spread over this much, so that they do not all ask in the same minute. */
export const SPREAD_SECONDS = 600

/** Records that a run was made, however it ended. */
export async function noteRun(
  platform: Platform,
  userId: string,
  cutShort: boolean,
): Promise<void> {
  const completedAt = new Date(platform.clock.now() - (cutShort ? EVERY_MS - AGAIN_MS : 0))
  await saveCursor(platform.db, userId, 'payments', '', { cursor: '', completedAt })
}
