import { randomUUID } from 'node:crypto'
import type { PasswordReset } from '#shared/contracts/profile'
import { whoHelps } from '../../../platform/config.ts'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { fingerprint, randomSecret } from '../../../platform/vault.ts'
import { confirmByLink } from '../address/confirm-address.ts'
import { countedMail, forgetAttempts, MOST_NOTICES } from '../attempt-store.ts'
import { endSessions } from '../end-sessions.ts'
import { passwordChangedMail, resetMail } from '../password-mail.ts'
import { hashPassword, refuseGuessable } from './passwords.ts'
import {
  beginResetReview,
  endResetReview,
  findResetToken,
  insertResetToken,
  setPassword,
  spendAllResetTokens,
  spendResetToken,
} from './reset-store.ts'
import { userByEmail, userById } from '../store.ts'

const LIFE_MINUTES = 60
const MOST_LINKS = 3

/**
 * Sends a reset link if the address has an account and has had fewer than three links within the
 * hour; earlier links stay valid. All work happens after the response, and unknown addresses are
 * counted like known ones, so neither the response's content nor its timing reveals whether an
 * account exists. Failures are only logged.
 */
export function requestReset(platform: Platform, email: string): void {
  void sendLink(platform, email).catch((err: unknown) =>
    platform.log.error({ err }, 'a reset link could not be sent'),
  )
}

async function sendLink(platform: Platform, email: string): Promise<void> {
  const { db, clock, config } = platform
  const now = instant(clock)
  const mail = await countedMail(db, `reset ${email}`, now, MOST_LINKS)
  const user = await userByEmail(db, email)
  if (!mail || !user?.isActive) return
  const token = randomSecret()
  await insertResetToken(db, {
    id: randomUUID(),
    userId: user.id,
    token: fingerprint(token),
    expiresAt: new Date(now.getTime() + LIFE_MINUTES * 60_000),
    createdAt: now,
  })
  const link = `${config.publicUrl}/reset-password?token=${token}`
  await platform.mail
    .send(resetMail(user.email, link, LIFE_MINUTES))
    .catch(async (error: unknown) => {
      // The mail was not delivered, so it does not count towards the limit.
      await mail.takeBack()
      throw error
    })
}

/**
 * Sets a new password with a reset link, which works once and within an hour. Ends all sessions,
 * invalidates all other links, clears the count of wrong passwords, and mails the owner about the
 * change.
 * @returns the user
 * @throws HttpError 400 `token_invalid`, `token_used`, or `invalid` for a guessable password
 */
export async function resetPassword(
  platform: Platform,
  { token, password }: PasswordReset,
): Promise<{ id: string; email: string }> {
  const key = fingerprint(token)
  const now = instant(platform.clock)
  const found = await findResetToken(platform.db, key)
  if (found?.used) throw new HttpError(400, 'token_used', 'Denne lenken er allerede brukt')
  const user = found && found.expiresAt > now ? await userById(platform.db, found.userId) : null
  if (!user?.isActive) throw invalid()
  refuseGuessable(password, user.email)
  const hash = await hashPassword(password)
  await platform.db.transaction(async (tx) => {
    if (!(await spendResetToken(tx, key, now)))
      throw new HttpError(400, 'token_used', 'Denne lenken er allerede brukt')
    await setPassword(tx, user.id, hash, now)
    await spendAllResetTokens(tx, user.id)
    await endSessions(tx, user.id)
    await forgetAttempts(tx, user.email)
    await confirmByLink(tx, user.id, user.email)
    await beginResetReview(tx, user.id, now)
  })
  mailPasswordChanged(platform, user.email)
  return user
}

export function mailPasswordChanged(platform: Platform, email: string): void {
  const { db, clock, config, log } = platform
  const now = instant(clock)
  const send = async () => {
    if (await countedMail(db, `password changed ${email}`, now, MOST_NOTICES))
      await platform.mail.send(passwordChangedMail(email, now, whoHelps(config.operator)))
  }
  void send().catch((err: unknown) =>
    log.error({ err }, 'the mail about a changed password was not sent'),
  )
}

const invalid = () => new HttpError(400, 'token_invalid', 'Ugyldig eller utløpt token')

export async function endConnectionReview({ db }: Platform, userId: string): Promise<void> {
  await endResetReview(db, userId)
}
