import type { Contact } from '#clients/fiken/types'
import { isSameName } from '#shared/names'
import { organizationNumber } from '#shared/norwegian'
import { candidateOf, type Match } from '../matching/match.ts'
import type { Recipient } from '../reading/recipient.ts'

/** What is done in place of using an inactive contact. */
export type Instead =
  | { kind: 'successor'; contact: Contact }
  /** A person reactivates it, chooses one of the others, or has a new one made. */
  | { kind: 'ask'; contacts: Contact[]; why: string }

/**
 * What takes the place of a contact that is inactive in Fiken: somebody has archived it, often after
 * merging it with another. Never used by itself, it is followed by the only active one with the same
 * organisation number and the same name.
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

/** The match without inactive contacts. */
export function activeOnly(
  match: Match,
  recipient: Recipient,
  contacts: readonly Contact[],
): Match {
  if (match.kind !== 'link' || !match.contact?.inactive) return match
  const instead = insteadOf(match.contact, contacts)
  if (instead.kind === 'ask') {
    const candidates = instead.contacts.slice(0, 10).map((one) => candidateOf(recipient, one))
    return { kind: 'ambiguous', candidates, why: instead.why }
  }
  const { contact } = instead
  const { contactId, customer } = contact
  return { kind: 'link', contactId, by: 'successor', contact, makeCustomer: !customer }
}
