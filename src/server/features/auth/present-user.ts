import type { SessionUser } from '#shared/contracts/auth'
import type { Config } from '../../platform/config.ts'
import type { users } from './tables.ts'

/**
 * The user as every session call returns it: never the hash, never whether a provider vouches for
 * the address.
 */
export function presentUser(
  user: typeof users.$inferSelect,
  { workshopUrl, smtpUrl }: Pick<Config, 'workshopUrl' | 'smtpUrl'>,
): SessionUser {
  const {
    id,
    username,
    email,
    firstName,
    lastName,
    companyName,
    address,
    postalCode,
    city,
    isAdmin,
    confirmedEmail,
    askedEmail,
    resetAt,
    createdAt,
    updatedAt,
  } = user
  return {
    id,
    username,
    email,
    firstName,
    lastName,
    companyName,
    address,
    postalCode,
    city,
    isAdmin,
    confirmedEmail,
    asksToConfirm: smtpUrl !== '' && confirmedEmail !== email && askedEmail !== email,
    reviewsConnections: resetAt !== null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    ...(workshopUrl ? { workshopUrl } : {}),
  }
}
