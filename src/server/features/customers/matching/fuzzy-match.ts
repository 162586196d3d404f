import { isSameName } from '#shared/names'
import { ambiguous, linkTo, type Match } from './candidates.ts'
import { agreesInItsOwn, doubtAbout, sameness, type Surroundings } from './doubt.ts'
import { compare } from './likeness.ts'
import {
  agreesBesideName,
  type Alike,
  isRival,
  misspeltBeside,
  namedBeside,
  rivalsOf,
} from './rivals.ts'

export interface MatchSettings {
  enableFuzzyCustomerMatch: boolean
  /** The lowest score of a similar name, 50–100 (likeness.ts). */
  customerMatchThreshold: number
}

/**
 * Matches by similar names. Excludes contacts with other numbers in the name, even if all details
 * agree (a property manager's e-mail is on all of its contacts), and contacts with another
 * organisation number unless the names are equal and another detail agrees. One of the remaining
 * contacts is linked automatically if its name equals the recipient's and another detail agrees, or
 * if its name has one typing error and a detail agrees that no other customer has. In both cases
 * nothing may contradict the match, and any other contact with the same name must be known to be at
 * another address. If a word differs, the user decides. When fuzzy matching is off, contacts with
 * equal names become candidates but are never linked, so that the user decides before a second
 * contact is created.
 */
export function fuzzyMatch(around: Surroundings, settings: MatchSettings): Match | null {
  const { recipient, book } = around
  const threshold = settings.enableFuzzyCustomerMatch ? settings.customerMatchThreshold : 100
  const named = namedBeside(around, [])
  const misspelt = settings.enableFuzzyCustomerMatch ? misspeltBeside(around) : []
  const near = [...book.alike(recipient.name, threshold), ...named, ...misspelt]
  const alike = [...new Set(near)]
    .map((contact) => ({ contact, likeness: compare(recipient, contact) }))
    .filter(({ contact, likeness }) => {
      if (likeness.vetoes.includes('numbers')) return false
      if (!likeness.vetoes.includes('organization_number')) return true
      return isSameName(contact.name, recipient.name) && agreesBesideName(likeness)
    })
    .map((one): Alike => ({ ...one, same: sameness(around, one.contact) }))
    .sort(
      (one, other) =>
        Number(other.same === 'equal') - Number(one.same === 'equal') ||
        other.likeness.score - one.likeness.score ||
        other.likeness.agreements.length - one.likeness.agreements.length,
    )
  const [best] = alike
  if (!best) return null
  const found = alike.map(({ contact }) => contact)
  const chosen = alike.find((one) => isPossible(around, one))
  const isAlone =
    chosen !== undefined &&
    alike.every((one) => !isRival(around, chosen, one)) &&
    rivalsOf(around, chosen.contact).length === 0
  if (settings.enableFuzzyCustomerMatch && chosen && isAlone) {
    const doubt = doubtAbout(around, chosen.contact)
    if (doubt === null) return linkTo(chosen.contact, 'fuzzy')
    const first = [...new Set([chosen.contact, ...found])]
    return ambiguous(recipient, first, doubt)
  }
  const why =
    alike.length > 1
      ? alike.every(({ same }) => same === 'equal')
        ? `${alike.length} kontakter i Fiken har navnet «${recipient.name}».`
        : `${alike.length} kontakter i Fiken ligner på «${recipient.name}».`
      : best.same === 'equal'
        ? `«${best.contact.name}» i Fiken har samme navn, men ${whyNot(best)}.`
        : `«${best.contact.name}» i Fiken ligner på «${recipient.name}», men ${whyNot(best)}.`
  return ambiguous(recipient, found, why)
}

function isPossible(around: Surroundings, { contact, likeness, same }: Alike): boolean {
  const { agreements, vetoes } = likeness
  if (vetoes.length > 0 || agreements.length === 0 || same === 'other') return false
  return same === 'equal' || agreesInItsOwn(around, contact)
}

function whyNot({ likeness: { agreements, vetoes }, same }: Alike): string {
  if (vetoes.includes('organization_number')) return 'har et annet organisasjonsnummer'
  if (vetoes.includes('form')) return 'har en annen selskapsform'
  if (agreements.length === 0) return 'ellers stemmer ingenting'
  return same === 'equal' ? 'automatisk kobling er slått av' : 'navnet er ikke det samme'
}
