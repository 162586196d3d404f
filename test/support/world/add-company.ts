import { randomUUID } from 'node:crypto'
import { insertCompany } from '#server/features/auth/company-store'
import { insertUser } from '#server/features/auth/store'
import type { Db } from '#server/platform/database/database'

/**
 * Adds a company with an owner who cannot log in, for tests of stores.
 * @returns the company's id, which is not the owner's
 */
export async function addCompany(
  db: Db,
  { id = randomUUID(), email = `${id}@example.no` }: { id?: string; email?: string } = {},
): Promise<string> {
  const nothing = { name: null, address: null, postalCode: null, city: null }
  const ownerId = randomUUID()
  await insertUser(db, { id: ownerId, username: email, email, password: '-' })
  await insertCompany(db, { id, ownerId, ...nothing, at: new Date() })
  return id
}
