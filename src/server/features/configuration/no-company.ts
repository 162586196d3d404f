import { HttpError } from '../../platform/http-error.ts'

/** The refusal of a company in Fiken that another company of ours uses. */
export function companyTaken(): HttpError {
  return new HttpError(
    409,
    'fiken_company_taken',
    'Et annet firma i Fakturabro bruker dette selskapet i Fiken. Velg et annet, eller la det andre firmaet logge ut av Fiken først.',
  )
}

export function noCompany(): HttpError {
  return new HttpError(409, 'no_company', 'Velg selskap i Fiken under Konfigurasjoner først.', {
    action: 'choose_company',
  })
}
