import { randomUUID } from 'node:crypto'
import type { Registration } from '#shared/contracts/auth'
import { instant } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { hashPassword, refuseGuessable } from '../passwords/passwords.ts'
import { insertCompany } from '../company-store.ts'
import { insertUser, userByEmail, type UserRow } from '../store.ts'

const taken = () =>
  new HttpError(409, 'email_taken', 'En bruker med denne e-postadressen eksisterer allerede')

/**
 * Refuses what the first step of the registration can know to be wrong.
 * @throws HttpError 400 for a guessable password, 409 when the address is in use
 */
export async function refuseRegistration(
  db: Db,
  { email, password }: Pick<Registration, 'email' | 'password'>,
): Promise<void> {
  refuseGuessable(password, email)
  if (await userByEmail(db, email)) throw taken()
}

/**
 * Creates an account with a company of its own. `email` must be in lower case, which the contract
 * ensures.
 * @throws HttpError 400 for a guessable password, 409 when the address is in use, also when two
 * users register the address at the same moment
 */
export async function registerUser(
  { db, clock }: Platform,
  { password, ...person }: Registration,
): Promise<UserRow> {
  await refuseRegistration(db, { email: person.email, password })
  const now = instant(clock)
  const hash = await hashPassword(password)
  const id = randomUUID()
  return db.transaction(async (tx) => {
    const user = await insertUser(tx, {
      ...person,
      id,
      username: person.email,
      password: hash,
      createdAt: now,
      updatedAt: now,
    })
    if (!user) throw taken()
    const { companyName: name, address, postalCode, city } = user
    await insertCompany(tx, { id, ownerId: id, name, address, postalCode, city, at: now })
    return user
  })
}
