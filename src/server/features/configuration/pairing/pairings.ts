import type { AnswerOf } from '#shared/contract'
import type { confirmPairings, Pairing, readFikenOffers } from '#shared/contracts/pairings'
import { organizationDigits } from '#shared/norwegian'
import { HttpError } from '../../../platform/http-error.ts'
import type { Actor, CompanyOfRequest } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { actorsShownTo } from '../../auth/people-queries.ts'
import { companiesOf, isActiveCompany } from '../../auth/queries.ts'
import { reachableCompanies } from '../../connections/company/fiken-companies.ts'
import { grantGone } from '../../connections/oauth/take-up-grant.ts'
import { isVendorTrouble } from '../../connections/vendor-trouble.ts'
import { pair } from './pair.ts'
import { seenByMembers, seenByPerson, unpairedAmong, usersOfUnlisted } from './pairing-store.ts'
import { planPairings } from './plan-pairings.ts'

/**
 * Returns what the person's companies without Fiken may be paired with by the person's own grants.
 * Fiken is asked only for grants whose companies have never been listed.
 */
export async function pairingsOf(platform: Platform, personId: string): Promise<Pairing[]> {
  const { db } = platform
  const own = await companiesOf(db, personId)
  if (own.length < 2) return []
  const unpaired = await unpairedAmong(
    db,
    own.map(({ id }) => id),
  )
  if (unpaired.size === 0) return []
  for (const companyId of await usersOfUnlisted(db, personId)) await list(platform, companyId)
  const companies = own.flatMap(({ id: companyId, name: companyName, role }) => {
    const one = unpaired.get(companyId)
    return one ? { companyId, companyName, role, ...one } : []
  })
  return planPairings(companies, await seenByPerson(db, personId))
}

/** Lists the companies that a grant sees. Without an answer from Fiken there is nothing to choose. */
async function list(platform: Platform, companyId: string): Promise<void> {
  try {
    await reachableCompanies(platform, companyId, null)
  } catch (err) {
    if (!isVendorTrouble(err)) throw err
    platform.log.info({ err, companyId }, 'the companies of a grant could not be listed')
  }
}

/** Stores the pairs one by one; what stops one does not stop the others. */
export async function confirmAll(
  platform: Platform,
  actor: Actor,
  pairs: readonly { companyId: string; grantId: string; slug: string }[],
): Promise<AnswerOf<typeof confirmPairings>> {
  const own = await companiesOf(platform.db, actor.id)
  const outcomes: AnswerOf<typeof confirmPairings> = []
  for (const { companyId, grantId, slug } of pairs) {
    const member = own.find(({ id }) => id === companyId)
    const problem = member
      ? await refusalOf(async () => {
          const isActive = await isActiveCompany(platform.db, companyId)
          const company = { ...member, isActive }
          await pair(platform, { company, personId: actor.id, grantId, slug }, actor)
        })
      : 'Du har ikke tilgang til dette firmaet.'
    outcomes.push({ companyId, problem })
  }
  return outcomes
}

async function refusalOf(act: () => Promise<void>): Promise<string | null> {
  try {
    await act()
    return null
  } catch (error) {
    if (error instanceof HttpError) return error.message
    throw error
  }
}

/**
 * Returns the members' grants that see the company in Fiken with the organisation number of this
 * company, and no other company in Fiken: what else a grant sees is not the owner's to know.
 */
export async function offersTo(
  { db }: Platform,
  { companyId, ownerId }: { companyId: string; ownerId: string },
): Promise<Offer[]> {
  const unpaired = (await unpairedAmong(db, [companyId])).get(companyId)
  const number = unpaired && organizationDigits(unpaired.organizationNumber)
  if (!number) return []
  const seen = (await seenByMembers(db, companyId)).filter(
    ({ personId, organizationNumber, usedBy }) =>
      personId !== ownerId &&
      organizationDigits(organizationNumber) === number &&
      usedBy.every((user) => user === companyId),
  )
  const named = await actorsShownTo(
    db,
    { reader: ownerId, companyId },
    seen.map(({ personId }) => personId),
  )
  return seen.map(({ usedBy: _users, ...one }) => ({
    ...one,
    person: named(one.personId)?.name ?? '',
  }))
}

type Offer = AnswerOf<typeof readFikenOffers>[number] & { personId: string }

/** @throws HttpError as {@link pair}; 404 for what is not offered */
export async function acceptOffer(
  platform: Platform,
  company: CompanyOfRequest,
  owner: Actor,
  { grantId, slug }: { grantId: string; slug: string },
): Promise<void> {
  const offers = await offersTo(platform, { companyId: company.id, ownerId: owner.id })
  const offer = offers.find((one) => one.grantId === grantId && one.slug === slug)
  if (!offer) throw grantGone()
  await pair(platform, { company, personId: offer.personId, grantId, slug }, owner)
}
