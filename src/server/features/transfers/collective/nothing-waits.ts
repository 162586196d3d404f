import { HttpError } from '../../../platform/http-error.ts'

/**
 * Returns the error for a request for jobs of which none waits any more: another tab, or the day,
 * was first.
 */
export const nothingWaits = () =>
  new HttpError(
    409,
    'nothing_gathered',
    'Ingen av jobbene venter på samlefaktura nå. De kan være i gang eller overført: se Overføringer.',
  )
