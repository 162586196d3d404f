import { HttpError } from '../../../platform/http-error.ts'

/** Of what was pressed for, nothing waits any more: another tab, or the day, was faster. */
export const nothingWaits = () =>
  new HttpError(
    409,
    'nothing_gathered',
    'Ingen av jobbene venter på samlefaktura nå. De kan være i gang eller overført: se Overføringer.',
  )
