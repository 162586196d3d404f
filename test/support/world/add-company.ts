import { randomUUID } from 'node:crypto'
import { insertCompany } from '#server/features/auth/company-store'
import { insertUser } from '#server/features/auth/store'
import type { Db } from '#server/platform/database/database'

/**
 * Adds a person who cannot log in, with a company of the same id, for tests of stores.
 * @returns the id
 */
export async function addCompany(
  db: Db,
  { id = randomUUID(), email = `${id}@example.no` }: { id?: string; email?: string } = {},
): Promise<string> {
  const nothing = { name: null, address: null, postalCode: null, city: null }
  await insertUser(db, { id, username: email, email, password: '-' })
  await insertCompany(db, { id, ownerId: id, ...nothing, at: new Date() })
  return id
}
