import { isExternalError } from '#clients/http/external-error'
import type { Platform } from '../../platform/platform.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { vendorFailure } from '../connections/vendor-failure.ts'
import { takeIn } from '../transfers/intake.ts'

/**
 * One job that a person asks for by name: fetched, and put in the queue, also an old one. What of it is in Fiken already is found there by
 * its uuid and adopted, as always.
 *
 * @throws Refusal 404, 409; what ServiceM8 answers
 */
export async function fetchMissed(platform: Platform, userId: string, jobUuid: string): Promise<string> {
  const { result } = await take(platform, userId, jobUuid)
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
      throw new Refusal(
        409,
        'not_eligible',
        'Jobben kan ikke overføres slik den er nå. Loggen sier hvorfor. Sjekk måneden på nytt.',
      )
  }
}

async function take(platform: Platform, userId: string, jobUuid: string) {
  try {
    return await takeIn(platform, userId, jobUuid, ['retry'])
  } catch (error) {
    if (isExternalError(error, 'not_found')) throw notFound('Jobben finnes ikke lenger i ServiceM8.')
    throw vendorFailure(error, 'Kunne ikke hente jobben fra ServiceM8.')
  }
}
