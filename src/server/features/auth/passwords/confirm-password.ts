import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { PER_ACCOUNT } from '../attempt-policy.ts'
import { beginAttempt, settleAttempt } from '../attempts.ts'
import { verifyPassword } from './passwords.ts'
import { notePasswordEntry, userById, type UserRow } from '../store.ts'

/**
 * Checks the user's own password and returns the user. Wrong passwords count like those at sign-in,
 * so that an open session cannot be used for guessing.
 * @throws HttpError 400 `wrong_password` with the message for the field, 429 after too many guesses
 */
export async function checkOwnPassword(
  { db, clock }: Platform,
  userId: string,
  entered: { password: string; field: string; wrong: string },
): Promise<UserRow> {
  const user = await userById(db, userId)
  if (!user) throw new HttpError(401, 'unauthenticated', 'Du er ikke logget inn')
  const attempt = await beginAttempt(db, user.email, clock.now(), PER_ACCOUNT)
  const right = await verifyPassword(user.password, entered.password)
  await settleAttempt(db, attempt, right ? 'forgive' : 'wrong', clock.now())
  if (!right)
    throw new HttpError(400, 'wrong_password', entered.wrong, {
      fields: { [entered.field]: entered.wrong },
    })
  return user
}

/**
 * Checks the password again in an existing session (`sessionKey`), and stores the time in the
 * session. Throws the same errors as {@link checkOwnPassword}.
 */
export async function confirmPassword(
  platform: Platform,
  userId: string,
  sessionKey: string | null,
  password: string,
): Promise<void> {
  await checkOwnPassword(platform, userId, {
    password,
    field: 'password',
    wrong: 'Passordet er feil',
  })
  if (sessionKey) await notePasswordEntry(platform.db, userId, sessionKey, instant(platform.clock))
}
