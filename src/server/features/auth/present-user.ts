import type { SessionUser } from '#shared/contracts/auth'
import type { Config } from '../../platform/config.ts'
import type { users } from './tables.ts'

/**
 * The user as every session call returns it: never the hash, never whether a provider vouches for
 * the address.
 */
export function presentUser(
  user: typeof users.$inferSelect,
  { workshopUrl }: Pick<Config, 'workshopUrl'>,
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
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    ...(workshopUrl ? { workshopUrl } : {}),
  }
}
