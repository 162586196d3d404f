import type { FoundBy } from '../matching/match.ts'

/** How a recipient's contact was found, for the transfer's row. */
export const FOUND_BY: Record<FoundBy, string> = {
  link: 'brukt før for denne kunden',
  member_number: 'samme medlemsnummer',
  organization_number: 'samme organisasjonsnummer',
  email_and_name: 'samme e-post og navn',
  fuzzy: 'navn og adresse ligner',
  successor:
    'står for kontakten med samme navn og organisasjonsnummer, som er satt inaktiv i Fiken',
}
