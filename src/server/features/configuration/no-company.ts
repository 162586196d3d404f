import { HttpError } from '../../platform/http-error.ts'

/**
 * The error for calls that need a company in Fiken, when none is chosen or it must be chosen again.
 */
export function noCompany(): HttpError {
  return new HttpError(409, 'no_company', 'Velg selskap i Fiken under Konfigurasjoner først.', {
    action: 'choose_company',
  })
}
