import { HttpError } from '../../platform/http-error.ts'

export function noCompany(): HttpError {
  return new HttpError(409, 'no_company', 'Velg selskap i Fiken under Konfigurasjoner først.', {
    action: 'choose_company',
  })
}
