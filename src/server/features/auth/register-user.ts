import { randomUUID } from 'node:crypto'
import type { Registration } from '#shared/contracts/auth'
import { instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { HttpError } from '../../platform/http-error.ts'
import { hashPassword, refuseGuessable } from './passwords.ts'
import { insertUser, userByEmail, type UserRow } from './store.ts'

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
 * Creates an account. `email` must be in lower case, which the contract ensures.
 * @throws HttpError 400 for a guessable password, 409 when the address is in use, also when two
 * users register the address at the same moment
 */
export async function registerUser(
  { db, clock }: Platform,
  { password, ...person }: Registration,
): Promise<UserRow> {
  await refuseRegistration(db, { email: person.email, password })
  const now = instant(clock)
  const user = await insertUser(db, {
    ...person,
    id: randomUUID(),
    username: person.email,
    password: await hashPassword(password),
    createdAt: now,
    updatedAt: now,
  })
  if (!user) throw taken()
  return user
}
