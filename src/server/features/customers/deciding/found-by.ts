import type { Contact } from '#clients/fiken/types'
import type { FoundBy, Match } from '../matching/match.ts'

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

/**
 * The ordinary case, a customer who has been invoiced before: one contact is read, and nothing is
 * compared.
 */
export const asDecided = (contact: Contact): Extract<Match, { kind: 'link' }> => ({
  kind: 'link',
  contactId: contact.contactId,
  by: 'link',
  contact,
  makeCustomer: !contact.customer,
})
