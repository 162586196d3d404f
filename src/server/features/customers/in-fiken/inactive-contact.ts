import type { Contact } from '#clients/fiken/types'
import { isSameName } from '#shared/names'
import { organizationNumber } from '#shared/norwegian'
import { ambiguous, linkTo, type Match } from '../matching/candidates.ts'
import type { Recipient } from '../reading/recipient.ts'

export type Instead =
  | { kind: 'successor'; contact: Contact }
  /**
   * The user must choose: reactivate the contact, pick another contact, or create a new contact.
   */
  | { kind: 'ask'; contacts: Contact[]; why: string }

/**
 * Returns the replacement for a contact that is inactive in Fiken, often because it was merged with
 * another contact and archived. An inactive contact is never used automatically. It is replaced
 * only if exactly one active contact has the same organisation number and the same name.
 */
export function insteadOf(inactive: Contact, contacts: readonly Contact[]): Instead {
  const number = organizationNumber(inactive.organizationNumber)
  const active = contacts.filter((one) => !one.inactive)
  const numbered = active.filter(
    (one) => number !== null && organizationNumber(one.organizationNumber) === number,
  )
  const named = active.filter((one) => isSameName(one.name, inactive.name))
  const successors = numbered.filter((one) => named.includes(one))
  const [only] = successors
  if (only && successors.length === 1) return { kind: 'successor', contact: only }
  const others = [...new Set([...successors, ...numbered, ...named])]
  return { kind: 'ask', contacts: [inactive, ...others], why: whyAsked(inactive, others.length) }
}

function whyAsked({ name }: Contact, others: number): string {
  const instead =
    others === 0
      ? 'Aktiver kontakten, velg en annen, eller opprett en ny.'
      : `${others === 1 ? 'En aktiv kontakt' : `${others} aktive kontakter`} kan stå for den: velg hvem det er.`
  return `«${name}» er satt inaktiv i Fiken. ${instead}`
}

export function activeOnly(
  match: Match,
  recipient: Recipient,
  contacts: readonly Contact[],
): Match {
  if (match.kind !== 'link' || !match.contact?.inactive) return match
  const instead = insteadOf(match.contact, contacts)
  return instead.kind === 'ask'
    ? ambiguous(recipient, instead.contacts, instead.why)
    : linkTo(instead.contact, 'successor')
}
