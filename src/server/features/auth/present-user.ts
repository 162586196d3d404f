import type { SessionUser } from '#shared/contracts/auth'
import type { Config } from '../../platform/config.ts'
import type { users } from './tables.ts'

/**
 * Returns the user in the form sent to the browser with the session, without the password hash and
 * the provider.
 */
export function presentUser(
  user: typeof users.$inferSelect,
  { workshopUrl, smtpUrl }: Pick<Config, 'workshopUrl' | 'smtpUrl'>,
): SessionUser {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    companyName: user.companyName,
    address: user.address,
    postalCode: user.postalCode,
    city: user.city,
    isAdmin: user.isAdmin,
    confirmedEmail: user.confirmedEmail,
    asksToConfirm:
      smtpUrl !== '' && user.confirmedEmail !== user.email && user.askedEmail !== user.email,
    reviewsConnections: user.resetAt !== null,
    used: user.used,
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
    ...(workshopUrl ? { workshopUrl } : {}),
  }
}
