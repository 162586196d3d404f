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
  /** The lowest score of similar names, 50–100 (likeness.ts). */
  customerMatchThreshold: number
}

/**
 * Matches by likeness. A contact with other numbers in its name is another customer, whatever else
 * agrees (a property manager's e-mail is on all of them); so is one with another organisation
 * number, unless the names are equal and something more agrees. Among the rest, one is linked
 * automatically when its name is the recipient's and another detail agrees, or when its name has a
 * typing error and a detail agrees that only this customer has; and only when nothing speaks
 * against it and no other contact has the same name, unless that one is known to be at another
 * address. Where a word differs the user decides. When fuzzy matching is switched off, only equal
 * names are considered, and none is linked: the user decides rather than a second contact being
 * created.
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
      ? `${alike.length} kontakter i Fiken ligner på «${recipient.name}».`
      : `«${best.contact.name}» i Fiken ligner på «${recipient.name}», men ${whyNot(best)}.`
  return ambiguous(recipient, found, why)
}

/** Returns true when name and a detail agree, and nothing speaks against the contact. */
function isPossible(around: Surroundings, { contact, likeness, same }: Alike): boolean {
  const { agreements, vetoes } = likeness
  if (vetoes.length > 0 || agreements.length === 0 || same === 'other') return false
  return same === 'equal' || agreesInItsOwn(around, contact)
}

function whyNot({ likeness: { agreements, vetoes }, same }: Alike): string {
  if (vetoes.includes('organization_number')) return 'har et annet organisasjonsnummer'
  if (vetoes.includes('form')) return 'har en annen selskapsform'
  if (agreements.length === 0) return 'ikke noe annet enn navnet stemmer'
  return same === 'equal' ? 'automatisk kobling er slått av' : 'navnet er ikke det samme'
}
