import type { Recipient } from '../reading/recipient.ts'
import type { DoorOfLink } from '../tables.ts'
import { linkTo, offered, type Match } from './candidates.ts'
import { hasSameOrganizationNumber, type Surroundings } from './doubt.ts'
import { type FormerLink, isLinkOf, theOnly } from './former-links.ts'
import { hasOtherOrganizationNumber } from './likeness.ts'

/**
 * Returns a question to the user when a recipient other than the client was billed at another
 * address before, since the earlier recipient might be another customer with the same name. Only an
 * equal organisation number proves that they are the same customer.
 * @param found the match without this question; its contacts are offered as well
 */
export function doorMatch(
  { recipient, book }: Surroundings,
  doors: readonly DoorOfLink[],
  found: Match | null,
): Match | null {
  const known = doors.flatMap((door) => {
    const contact = book.byId(door.contactId)
    return contact ? [{ door, contact }] : []
  })
  const [first] = known
  if (!first) return null
  const numbered = known.find(({ contact }) => hasSameOrganizationNumber(recipient, contact))
  if (numbered) return linkTo(numbered.contact, 'organization_number')
  const contacts = known.map(({ contact }) => contact)
  return {
    kind: 'ambiguous',
    candidates: offered(recipient, contacts, found),
    why: otherDoor(recipient, first.door),
  }
}

const otherDoor = (recipient: Pick<Recipient, 'name'>, { address }: DoorOfLink) =>
  address === ''
    ? `Flere kontakter i Fiken er «${recipient.name}». Hvem gjelder denne jobben?`
    : `«${recipient.name}» er før fakturert på en annen adresse: ${address}. Er det samme kunde?`

/**
 * Returns a question to the user when a client was linked under another name, since the client
 * might have been renamed or sold. Only an equal organisation number, or a name that differs merely
 * in spelling, proves that it is the same customer.
 * @param found the match without this question; its contacts are offered as well
 */
export function formerMatch(
  { recipient, name, book }: Surroundings,
  formerly: readonly FormerLink[],
  found: Match | null,
): Match | null {
  const known = formerly.flatMap((link) => {
    const contact = book.byId(link.contactId)
    return contact ? [{ link, contact }] : []
  })
  const [first] = known
  if (!first) return null
  const isSame = ({ link, contact }: (typeof known)[number]) =>
    !contact.inactive &&
    !hasOtherOrganizationNumber(recipient, contact) &&
    isLinkOf(name, link, contact)
  const numbered = known.find(({ contact }) => hasSameOrganizationNumber(recipient, contact))
  if (numbered) return linkTo(numbered.contact, 'organization_number')
  const same = theOnly(known.filter(isSame))
  if (same) return { ...linkTo(same.contact, 'link'), formerlyBy: same.link.foundBy }
  const before = first.link.name || first.contact.name
  const candidates = offered(
    recipient,
    known.map(({ contact }) => contact),
    found,
  )
  return {
    kind: 'ambiguous',
    candidates,
    why: `Kunden «${recipient.name}» het før «${before}», og er koblet til «${first.contact.name}» i Fiken. Er det samme kunde?`,
  }
}
