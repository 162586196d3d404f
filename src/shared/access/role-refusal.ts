import { enumerate } from '../norwegian.ts'
import { ROLE_NAMES } from './role-names.ts'
import { type Act, mayDo, type Role, ROLES } from './roles.ts'

/** Completes «kan …», «du kan ikke …» and «be eieren om å …». */
export const ACT_PHRASES = {
  transfers: 'behandle overføringer',
  deposits: 'trekke fra forskudd',
  customers: 'endre kunder',
  products: 'endre produkter, priser og lager',
  reconciliation: 'avstemme',
  vat: 'endre MVA-tabellen og kontoene i den',
  account_rules: 'endre kontoreglene',
  bank_account: 'velge bankkonto',
  configuration: 'endre innstillingene',
  connect_servicem8: 'koble til ServiceM8',
  renew_servicem8: 'fornye tilkoblingen til ServiceM8',
  connect_fiken: 'koble til Fiken',
  renew_fiken: 'fornye tilkoblingen til Fiken',
  disconnect: 'koble fra ServiceM8 eller Fiken',
  change_fiken_company: 'bytte selskap i Fiken',
  first_activation: 'slå på integrasjonen første gang',
  invoice_mode: 'velge mellom utkast og faktura',
  saved_filters: 'lagre filtre',
  members: 'styre hvem som har tilgang',
  company_details: 'endre opplysningene om firmaet',
  subscription: 'endre abonnementet',
  company_export: 'laste ned firmaets data',
} as const satisfies Record<Act, string>

/** Whom to ask instead, in the order of ROLES. */
const WHO = {
  owner: 'eieren',
  accountant: 'regnskapsføreren',
  staff: 'en medarbeider',
  reader: 'en med lesetilgang',
} as const satisfies Record<Role, string>

/**
 * Returns the sentence shown to a member whose role may not do the act. `company` is its name, or
 * null before it has one.
 */
export function roleRefusal(role: Role, act: Act, company: string | null): string {
  const where = company ? `i ${company}` : 'i firmaet'
  if (role === 'reader') return `Du har lesetilgang ${where}. Eieren kan gi deg mer tilgang.`
  const able = ROLES.filter((each) => mayDo(each, act)).map((each) => WHO[each])
  return `Du er ${ROLE_NAMES[role].toLowerCase()} ${where} og kan ikke ${ACT_PHRASES[act]}. Det kan ${enumerate(able, 'eller')}.`
}

/** Returns the sentence shown in place of a button to a member whose role may not do the act. */
export const askTheOwner = (act: Act): string => `Be eieren om å ${ACT_PHRASES[act]}.`
