import type { PostalAddress } from '#clients/fiken/types'
import { emailAddress } from '#shared/norwegian'
import { hasAddress } from './buyer-address.ts'
import type { Recipient } from '../reading/recipient.ts'

/**
 * Returns what an invoice's contact in Fiken lacks, as sentences for the transfer's row: an address,
 * or an e-mail address that ServiceM8 has in a form that Fiken refuses.
 */
export function leftOut(
  { wrongEmail, email }: Pick<Recipient, 'wrongEmail' | 'email'>,
  contact: { email?: string; address?: PostalAddress | null },
): string[] {
  const notes = hasAddress(contact) ? [] : ['Kunden i Fiken står uten adresse.']
  if (wrongEmail === undefined) return notes
  const known = emailAddress(contact.email)
  if (known === null)
    notes.push(
      `«${wrongEmail}» er ikke en gyldig e-postadresse og er utelatt. Kunden i Fiken står uten e-post.`,
    )
  else if (known === email)
    notes.push(`«${wrongEmail}» er ikke en gyldig e-postadresse og er utelatt; «${known}» brukes.`)
  return notes
}
