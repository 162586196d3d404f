import type { PasswordChange } from '#shared/contracts/profile'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { checkOwnPassword } from './confirm-password.ts'
import { endSessions } from '../end-sessions.ts'
import { mailPasswordChanged } from './password-reset.ts'
import { hashPassword, refuseGuessable } from './passwords.ts'
import { setPassword, spendAllResetTokens } from './reset-store.ts'
import { notePasswordEntry } from '../store.ts'

/**
 * Changes the password of a user who knows the current password. Ends all sessions except the
 * current session (`sessionKey`).
 * @throws HttpError 400 on `currentPassword` or `newPassword`, 429 after too many guesses
 */
export async function changePassword(
  platform: Platform,
  userId: string,
  sessionKey: string | null,
  change: PasswordChange,
): Promise<void> {
  const { db, clock } = platform
  const user = await checkOwnPassword(platform, userId, {
    password: change.currentPassword,
    field: 'currentPassword',
    wrong: 'Nåværende passord er feil',
  })
  refuseGuessable(change.newPassword, user.email, 'newPassword')
  const hash = await hashPassword(change.newPassword)
  await db.transaction(async (tx) => {
    await setPassword(tx, userId, hash, instant(clock))
    await spendAllResetTokens(tx, userId)
    await endSessions(tx, userId, sessionKey ?? undefined)
    if (sessionKey) await notePasswordEntry(tx, userId, sessionKey, instant(clock))
  })
  mailPasswordChanged(platform, user.email)
}
