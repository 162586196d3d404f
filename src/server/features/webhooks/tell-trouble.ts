import { isExternalError } from '#clients/http/external-error'
import { causeOf } from '#shared/causes'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { recordActivityOnce } from '../activity-log/record.ts'

/** The first tries pass by themselves more often than not; the third comes some forty seconds after the first. */
const TELL_FROM = 3
const TELL_AGAIN_MS = 86_400_000

/** Why a job could not be fetched, as one Norwegian sentence or two. */
export function whyNotFetched(error: unknown): string {
  if (error instanceof Refusal) return error.message
  if (!isExternalError(error)) return 'Noe uventet gikk galt hos oss.'
  if (error.kind === 'bad_answer') return 'ServiceM8 svarte noe vi ikke forstår.'
  if (error.kind === 'forbidden') return causeOf('servicem8_scope_missing').explanation
  if (error.kind === 'payment_required') return causeOf('servicem8_account_closed').explanation
  return 'ServiceM8 svarer ikke som det skal.'
}

/**
 * A job that cannot be fetched has no transfer to show what is wrong, so the activity log tells it: from the third try on, and the same
 * cause once a day.
 *
 * @param tries how many there have been, this one included
 */
export async function tellTrouble(
  platform: Platform,
  userId: string,
  jobUuid: string,
  tries: number,
  why: string,
): Promise<void> {
  if (tries < TELL_FROM) return
  const description = `En jobb kan ikke hentes fra ServiceM8. ${why} Den prøves igjen av seg selv.`
  const entry = {
    userId,
    type: 'webhook',
    action: 'job_fetch_failed',
    description,
    success: false,
    metadata: { jobUuid },
  } as const
  await recordActivityOnce(platform.db, { ...entry, at: instant(platform.clock) }, TELL_AGAIN_MS)
}
