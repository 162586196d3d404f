import { HttpError } from '../../platform/http-error.ts'

/**
 * Returns the error for requests that need a company in Fiken when no company is chosen, or when
 * the company must be chosen again.
 */
export function noCompany(): HttpError {
  return new HttpError(409, 'no_company', 'Velg selskap i Fiken under Konfigurasjoner først.', {
    action: 'choose_company',
  })
}
