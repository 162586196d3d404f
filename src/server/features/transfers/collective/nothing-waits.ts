import { HttpError } from '../../../platform/http-error.ts'

/** Returns the error for an action that another tab or the scheduled draft already performed. */
export const nothingWaits = () =>
  new HttpError(
    409,
    'nothing_waits',
    'Ingen av jobbene venter på samlefaktura nå. De kan være i gang eller overført: se Overføringer.',
  )
