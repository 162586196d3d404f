import { HttpError } from '../../platform/http-error.ts'

/** What is asked for needs a company in Fiken, and none is chosen, or it must be chosen again. */
export function noCompany(): HttpError {
  return new HttpError(409, 'no_company', 'Velg selskap i Fiken under Konfigurasjoner først.', {
    action: 'choose_company',
  })
}
