import { isExternalError } from '#clients/http/external-error'
import { causeOf } from '#shared/causes/index'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { HttpError } from '../../platform/http-error.ts'
import { recordActivityOnce } from '../activity-log/record.ts'

/**
 * The first tries pass automatically more often than not; the third comes some forty seconds after
 * the first.
 */
const LOG_FROM_TRY = 3
const LOG_AGAIN_MS = 86_400_000

/** Why a job could not be fetched, as one Norwegian sentence or two. */
export function whyNotFetched(error: unknown): string {
  if (error instanceof HttpError) return error.message
  if (!isExternalError(error)) return 'Noe uventet gikk galt hos oss.'
  if (error.kind === 'bad_answer') return 'ServiceM8 svarte noe vi ikke forstår.'
  if (error.kind === 'forbidden') return causeOf('servicem8_scope_missing').explanation
  if (error.kind === 'payment_required') return causeOf('servicem8_account_closed').explanation
  return 'ServiceM8 svarer ikke som det skal.'
}

/**
 * A job that cannot be fetched has no transfer to show what is wrong, so the activity log
 * says it: from the third try on, and the same cause once a day.
 *
 * @param tries how many there have been, this one included
 */
export async function reportFetchFailure(
  platform: Platform,
  userId: string,
  job: { uuid: string; transferId: string | undefined },
  tries: number,
  why: string,
): Promise<void> {
  if (tries < LOG_FROM_TRY) return
  const description = `En jobb kan ikke hentes fra ServiceM8. ${why} Den prøves igjen av seg selv.`
  const entry = {
    userId,
    type: 'webhook',
    action: 'job_fetch_failed',
    description,
    success: false,
    metadata: { jobUuid: job.uuid, ...(job.transferId ? { transferId: job.transferId } : {}) },
  } as const
  await recordActivityOnce(platform.db, { ...entry, at: instant(platform.clock) }, LOG_AGAIN_MS)
}
