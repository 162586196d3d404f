import type { Activity } from '#shared/contracts/activity-log'
import type { Tone } from '../../ui/StatusChip.tsx'
import { text } from './text.ts'

const WEBHOOKS = 10
const ERRORS = 5
const LATEST = 10

/** About webhooks themselves, or brought about by one: the actions are named so (decision 26). */
function isOfWebhooks({ type, action }: Activity): boolean {
  return type === 'webhook' || action === 'job_status_changed' || action.startsWith('webhook_')
}

/** The three lists of the log screen (specification part 1 §2), each newest first. */
export function sections(rows: readonly Activity[]): { webhooks: Activity[]; errors: Activity[]; latest: Activity[] } {
  return {
    webhooks: rows.filter(isOfWebhooks).slice(0, WEBHOOKS),
    errors: rows.filter((row) => row.type === 'error' || row.success === false).slice(0, ERRORS),
    latest: rows.slice(0, LATEST),
  }
}

/** null is information, true succeeded, false failed. */
export function resultOf(success: boolean | null): { word: string; tone: Tone } {
  if (success === null) return { word: text.info, tone: 'info' }
  return success ? { word: text.succeeded, tone: 'ok' } : { word: text.failed, tone: 'bad' }
}
