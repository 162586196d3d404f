import { SECURITY_LOG_DAYS } from '../auth/security-log/note.ts'
import { PARTS_KEPT_DAYS } from '../mirrors/job-parts.ts'

/** How long things are kept (rule 25, and what the privacy page states). */
export const KEPT = {
  transferYears: 5,
  activityMonths: 12,
  errorDays: 30,
  webhookDays: 30,
  taskDays: 30,
  jobPartDays: PARTS_KEPT_DAYS,
  securityDays: SECURITY_LOG_DAYS,
} as const

export interface Limits {
  transfers: Date
  activity: Date
  errors: Date
  webhooks: Date
  tasks: Date
  jobParts: Date
  security: Date
}

const DAY_MS = 86_400_000

/**
 * What is older than these instants goes. Calendar years and months, so that a leap day takes
 * nothing a day early.
 */
export function limitsAt(now: Date): Limits {
  const transfers = new Date(now)
  transfers.setUTCFullYear(now.getUTCFullYear() - KEPT.transferYears)
  const activity = new Date(now)
  activity.setUTCMonth(now.getUTCMonth() - KEPT.activityMonths)
  return {
    transfers,
    activity,
    errors: new Date(now.getTime() - KEPT.errorDays * DAY_MS),
    webhooks: new Date(now.getTime() - KEPT.webhookDays * DAY_MS),
    tasks: new Date(now.getTime() - KEPT.taskDays * DAY_MS),
    jobParts: new Date(now.getTime() - KEPT.jobPartDays * DAY_MS),
    security: new Date(now.getTime() - KEPT.securityDays * DAY_MS),
  }
}
