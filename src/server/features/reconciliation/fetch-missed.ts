import { isExternalError } from '#clients/http/external-error'
import type { Platform } from '../../platform/platform.ts'
import { notFound, HttpError } from '../../platform/http-error.ts'
import { vendorFailure } from '../connections/vendor-failure.ts'
import { ingestJob } from '../intake/ingest-job.ts'

/**
 * Fetches one job that the user has selected, and queues it, however old it is. If Fiken already
 * has the job's draft, the draft is found by its uuid and adopted.
 * @throws HttpError 404, 409; ServiceM8's errors
 */
export async function fetchMissed(
  platform: Platform,
  companyId: string,
  jobUuid: string,
  signal?: AbortSignal,
): Promise<string> {
  const { result, why } = await take(platform, companyId, jobUuid, signal)
  switch (result) {
    case 'queued':
      return 'Jobben er hentet og overføres nå.'
    case 'pending':
      return 'Jobben er hentet og venter på deg under Overføringer.'
    case 'busy':
    case 'updated':
    case 'unchanged':
      return 'Jobben er hentet fra før.'
    case 'skipped':
      throw new HttpError(
        409,
        'not_eligible',
        `${why ?? 'Jobben kan ikke overføres slik den er nå.'} Sjekk måneden på nytt.`,
      )
  }
}

async function take(platform: Platform, companyId: string, jobUuid: string, signal?: AbortSignal) {
  try {
    return await ingestJob(platform, companyId, jobUuid, ['retry'], { signal })
  } catch (error) {
    if (isExternalError(error, 'not_found'))
      throw notFound('Jobben finnes ikke lenger i ServiceM8.')
    throw vendorFailure(error, 'Kunne ikke hente jobben fra ServiceM8.')
  }
}
