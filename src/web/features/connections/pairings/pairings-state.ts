import type { Pairing } from '#shared/contracts/pairings'
import { formatOrganizationNumber } from '#shared/norwegian'

/** A company in Fiken that a grant gives access to. */
export type FikenCompany = Pairing['choices'][number]

/** The slug of the company in Fiken chosen for each company of ours; absent if none is. */
export type Chosen = Readonly<Record<string, string>>

/** Returns the choices to begin with, which are only those with equal organisation numbers. */
export const proposals = (pairings: readonly Pairing[]): Chosen =>
  Object.fromEntries(
    pairings.flatMap(({ companyId, proposed }) => (proposed ? [[companyId, proposed.slug]] : [])),
  )

/** Returns what can be chosen for a company: each company in Fiken only once. */
export const choicesFor = ({ companyId, choices }: Pairing, chosen: Chosen): FikenCompany[] =>
  choices.filter(({ slug }) =>
    Object.entries(chosen).every(([other, taken]) => other === companyId || taken !== slug),
  )

/** Returns the pairs to confirm. */
export const pairsOf = (pairings: readonly Pairing[], chosen: Chosen) =>
  pairings.flatMap(({ companyId, choices }) => {
    const choice = choices.find(({ slug }) => slug === chosen[companyId])
    return choice ? [{ companyId, grantId: choice.grantId, slug: choice.slug }] : []
  })

export const nameAndNumber = ({
  name,
  organizationNumber,
}: Pick<FikenCompany, 'name' | 'organizationNumber'>): string =>
  [name, organizationNumber && formatOrganizationNumber(organizationNumber)]
    .filter(Boolean)
    .join(' · ')
