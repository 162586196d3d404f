import type { Contact } from '#clients/fiken/types'
import { isTurnedName, nameKey } from '#shared/names'
import { doorKey } from '../reading/address.ts'
import { agreesInItsOwn, namesakes, sameness, type Sameness, type Surroundings } from './doubt.ts'
import { compare, type Likeness, statedOtherwise } from './likeness.ts'
import { isEqualName, wordsOf } from './name-words.ts'

export interface Compared {
  contact: Contact
  likeness: Likeness
}

export interface Alike extends Compared {
  same: Sameness
}

export function namedBeside({ name, book }: Surroundings, found: readonly Contact[]): Contact[] {
  return book
    .named(name.coarse)
    .filter((one) => !one.inactive && !found.includes(one) && isEqualName(wordsOf(one.name), name))
}

/**
 * Returns active contacts whose name differs by one typing error and that agree in another detail,
 * whatever their score.
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
 * Returns true if another contact might also be the recipient: its name is equal or equally
 * similar, or it agrees with the recipient in a detail in which the chosen contact does not.
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
 * Returns true if a contact with the same name is known to be another customer than the chosen
 * contact. The chosen contact must have exactly the recipient's name and a detail that no other
 * customer has. The other contact must have a different address or phone number and agree in
 * nothing but the name. If it has neither, it might be the same customer, and the user decides.
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
