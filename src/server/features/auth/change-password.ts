import type { PasswordChange } from '#shared/contracts/profile'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { PER_ACCOUNT } from './attempt-policy.ts'
import { beginAttempt, settleAttempt } from './attempts.ts'
import { endSessions } from './end-sessions.ts'
import { tellOfChange } from './password-reset.ts'
import { hashPassword, refuseGuessable, verifyPassword } from './passwords.ts'
import { setPassword, spendAllResetTokens } from './reset-store.ts'
import { userById } from './store.ts'

/**
 * Changes the password of somebody who knows the present one. Other sessions end, this one (`sessionKey`) lives on.
 *
 * @throws Refusal 400 on `currentPassword` or `newPassword`, 429 after too many guesses
 */
export async function changePassword(
  platform: Platform,
  userId: string,
  sessionKey: string | null,
  change: PasswordChange,
): Promise<void> {
  const { db, clock } = platform
  const user = await userById(db, userId)
  if (!user) throw new Refusal(401, 'unauthenticated', 'Du er ikke logget inn')
  // A session that somebody left open must not be a place to guess in.
  const attempt = await beginAttempt(db, user.email, clock.now(), PER_ACCOUNT)
  const right = await verifyPassword(user.password, change.currentPassword)
  await settleAttempt(db, attempt, right ? 'forgive' : 'wrong', clock.now())
  if (!right) {
    const sentence = 'Nåværende passord er feil'
    throw new Refusal(400, 'wrong_password', sentence, { fields: { currentPassword: sentence } })
  }
  refuseGuessable(change.newPassword, user.email, 'newPassword')
  const hash = await hashPassword(change.newPassword)
  await db.transaction(async (tx) => {
    await setPassword(tx, userId, hash, instant(clock))
    await spendAllResetTokens(tx, userId)
    await endSessions(tx, userId, sessionKey ?? undefined)
  })
  tellOfChange(platform, user.email)
}
