import { FETCH_DAYS } from '#shared/contracts/intake'
import { isExternalError } from '#clients/http/external-error'
import type { Platform } from '../../platform/platform.ts'
import { HttpError } from '../../platform/http-error.ts'
import { LimiterClosed } from '../../platform/limiter/vendor-limiter.ts'
import type { OpenJob } from '../inbox/store.ts'
import { ourEvent } from '../inbox/queries.ts'
import { readJobsTogether, type JobsByLists } from '../service-jobs/read-together.ts'

/** From so many jobs on, lists cost fewer calls than fetching each. */
const MANY = 4
const DAY_MS = 86_400_000

/**
 * The due jobs as far as lists can show them. Their events had all been read by now, so a ping that
 * comes later causes one more look. When ServiceM8 does not answer, nothing is returned: the look
 * at each job meets the same trouble, and says so.
 */
export async function fetchAhead(
  platform: Platform,
  userId: string,
  open: readonly OpenJob[],
  signal: AbortSignal,
): Promise<JobsByLists> {
  if (open.length < MANY) return new Map()
  const jobUuids = open.map(({ jobUuid }) => jobUuid)
  const editedAfter = new Date(Math.min(...open.map((job) => editedSince(platform, job))))
  try {
    return await readJobsTogether(platform, userId, { jobUuids, editedAfter }, signal)
  } catch (error) {
    const isTrouble = isExternalError(error) || error instanceof HttpError
    if (isTrouble || error instanceof LimiterClosed) return new Map()
    throw error
  }
}

/** A ping reports an edit; what we found ourselves may have been edited at any time. */
function editedSince({ clock }: Platform, { eventTypes, since }: OpenJob): number {
  const isPinged = eventTypes.every((type) => ourEvent(type) === null)
  return isPinged ? since.getTime() : clock.now() - FETCH_DAYS * DAY_MS
}
