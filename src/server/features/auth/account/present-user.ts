import type { SessionUser } from '#shared/contracts/auth'
import type { Platform } from '../../../platform/platform.ts'
import { companiesOf, type CompanyOfPerson } from '../queries.ts'
import type { users } from '../tables.ts'

/**
 * Returns the user in the form sent to the browser with the session, without the password hash and
 * the provider, and with the company that the call acts for.
 * @param named the id of the company named in the request; null acts for the only one
 */
export async function presentUser(
  { db, config: { workshopUrl, smtpUrl } }: Pick<Platform, 'db' | 'config'>,
  user: typeof users.$inferSelect,
  named: string | null,
): Promise<SessionUser> {
  const own = await companiesOf(db, user.id)
  const found =
    named === null ? (own.length === 1 ? own[0] : undefined) : own.find(({ id }) => id === named)
  const company = found ?? null
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    companyName: company?.name ?? null,
    address: company?.address ?? null,
    postalCode: company?.postalCode ?? null,
    city: company?.city ?? null,
    isAdmin: user.isAdmin,
    confirmedEmail: user.confirmedEmail,
    asksToConfirm:
      smtpUrl !== '' && user.confirmedEmail !== user.email && user.askedEmail !== user.email,
    reviewsConnections: user.resetAt !== null,
    used: company?.used ?? [],
    company: company && briefOf(company),
    companies: own.map(briefOf),
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
    ...(workshopUrl ? { workshopUrl } : {}),
  }
}

const briefOf = ({ id, name, role }: CompanyOfPerson) => ({ id, name, role })
