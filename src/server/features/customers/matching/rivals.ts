import type { Contact } from '#clients/fiken/types'
import { isTurnedName, nameKey } from '#shared/names'
import { doorKey } from '../reading/address.ts'
import { agreesInItsOwn, namesakes, sameness, type Sameness, type Surroundings } from './doubt.ts'
import { compare, type Likeness, statedOtherwise } from './likeness.ts'
import { isEqualName, wordsOf } from './name-words.ts'

/** The contacts that may be the recipient as well as the one that would be chosen. */

export interface Compared {
  contact: Contact
  likeness: Likeness
}

export interface Alike extends Compared {
  same: Sameness
}

/** The active contacts that are called as the recipient, beside these. */
export function namedBeside({ name, book }: Surroundings, found: readonly Contact[]): Contact[] {
  return book
    .named(name.coarse)
    .filter((one) => !one.inactive && !found.includes(one) && isEqualName(wordsOf(one.name), name))
}

/**
 * The active contacts that agree with the recipient in more than the name, and whose name has one
 * typing error: however long the name is, and so however alike by letters.
 */
export function misspeltBeside(around: Surroundings): Contact[] {
  const { email, phone, address } = around.recipient
  const { book } = around
  const door = doorKey(address)
  const agreeing = [
    ...(email === null ? [] : book.byEmail(email)),
    ...(phone === null ? [] : book.byPhone(phone)),
    ...(door === null ? [] : book.byDoor(door)),
  ]
  return agreeing.filter((one) => !one.inactive && sameness(around, one) === 'misspelt')
}

/** Its namesakes, but for those that are known to be somebody else. */
export function rivalsOf(around: Surroundings, contact: Contact): Contact[] {
  const { recipient } = around
  const chosen = { contact, likeness: compare(recipient, contact) }
  return namesakes(around, contact)
    .map((one) => ({ contact: one, likeness: compare(recipient, one) }))
    .filter(
      (one) =>
        !one.likeness.vetoes.includes('organization_number') && !isElsewhere(around, chosen, one),
    )
    .map((one) => one.contact)
}

/**
 * Another that may be the one: it is called the same or as nearly so, or it agrees in more than the
 * name where the chosen one does not.
 */
export function isRival(around: Surroundings, chosen: Alike, other: Alike): boolean {
  if (other === chosen) return false
  const agreesInMore =
    !agreesBesideName(chosen.likeness) &&
    agreesBesideName(other.likeness) &&
    other.likeness.vetoes.length === 0
  const isAsAlike = other.same !== 'other' || other.likeness.score >= chosen.likeness.score
  return agreesInMore || (isAsAlike && !isElsewhere(around, chosen, other))
}

/**
 * A namesake that is known to be another than the chosen one, which is called as the recipient to
 * the letter and has something that is the customer's own: the namesake states another address or
 * telephone than the one that the recipient and the chosen one have in common, and nothing but the
 * name agrees with it. Where it states none, it may be the same customer, and a person decides.
 */
function isElsewhere(around: Surroundings, chosen: Compared, other: Compared): boolean {
  const { recipient } = around
  const { name } = chosen.contact
  return (
    (nameKey(name) === nameKey(recipient.name) || isTurnedName(name, recipient.name)) &&
    !agreesBesideName(other.likeness) &&
    statedOtherwise(recipient, other.contact).some((detail) =>
      chosen.likeness.agreements.includes(detail),
    ) &&
    agreesInItsOwn(around, chosen.contact)
  )
}

export function agreesBesideName({ agreements }: Likeness): boolean {
  return agreements.some((agreement) => agreement !== 'company_name')
}
