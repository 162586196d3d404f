import { randomUUID } from 'node:crypto'
import type { Registration } from '#shared/contracts/auth'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { HttpError } from '../../platform/http-error.ts'
import { hashPassword, refuseGuessable } from './passwords.ts'
import { insertUser, userByEmail, type UserRow } from './store.ts'

const taken = () =>
  new HttpError(409, 'email_taken', 'En bruker med denne e-postadressen eksisterer allerede')

/**
 * Creates an account. `email` must be in lower case, which the contract ensures.
 * @throws HttpError 400 for a guessable password, 409 when the address is in use, also when two
 * users register the address at the same moment
 */
export async function registerUser(
  { db, clock }: Platform,
  { password, ...person }: Registration,
): Promise<UserRow> {
  refuseGuessable(password, person.email)
  if (await userByEmail(db, person.email)) throw taken()
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
