import { type Act, mayDo, type Role } from '#shared/access/roles'
import type { Pairing } from '#shared/contracts/pairings'
import { organizationDigits } from '#shared/norwegian'

/** A company of ours that could be paired with one in Fiken. */
export interface Unpaired {
  companyId: string
  companyName: string | null
  role: Role
  /** The company in Fiken that it has chosen before; null if none. */
  slug: string | null
  /** Empty when unknown. */
  organizationNumber: string
  /** True if it was connected to Fiken, and only has to be connected again. */
  renews: boolean
}

/** A company in Fiken that a grant sees, with our companies that use it. */
export type Seen = Pairing['choices'][number] & { usedBy: readonly string[] }

/**
 * Returns the acts that a pairing consists of, each of which the person's role must allow. Using the
 * company in Fiken that was used before only renews the connection.
 */
export function actsOfPairing(
  { slug: former, renews }: Pick<Unpaired, 'slug' | 'renews'>,
  slug: string,
): Act[] {
  const connects = renews ? 'renew_fiken' : 'connect_fiken'
  if (slug === former) return [connects]
  return [connects, former === null ? 'connect_fiken' : 'change_fiken_company']
}

/**
 * Returns what each company may be paired with by this person, by the companies' order. A company in
 * Fiken is proposed only where the organisation numbers are equal, and only if no other has it.
 */
export function planPairings(unpaired: readonly Unpaired[], seen: readonly Seen[]): Pairing[] {
  return unpaired.flatMap((one) => {
    const { companyId, companyName, role } = one
    const choices = seen
      .filter(
        ({ slug, usedBy }) =>
          usedBy.every((user) => user === companyId) &&
          actsOfPairing(one, slug).every((act) => mayDo(role, act)),
      )
      .map(({ usedBy: _users, ...choice }) => choice)
    const number = organizationDigits(one.organizationNumber)
    const same = choices.filter(
      (choice) => number && organizationDigits(choice.organizationNumber) === number,
    )
    const proposed = same.length === 1 ? (same[0] ?? null) : null
    return choices.length === 0
      ? []
      : { companyId, companyName, organizationNumber: number ?? null, proposed, choices }
  })
}
