import { HttpError } from '../../../platform/http-error.ts'

/** Another tab or the scheduled draft was first. */
export const nothingWaits = () =>
  new HttpError(
    409,
    'nothing_gathered',
    'Ingen av jobbene venter på samlefaktura nå. De kan være i gang eller overført: se Overføringer.',
  )
