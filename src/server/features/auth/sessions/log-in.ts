import type { Credentials } from '#shared/contracts/auth'
import type { SecurityReason } from '#shared/access/security-events'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { PER_ACCOUNT, PER_ADDRESS } from '../attempt-policy.ts'
import { beginAttempt, refuseFlood, settleAttempt, type Attempt } from '../attempts.ts'
import { factorOf, spendCode } from '../second-factor/check-code.ts'
import { hashPassword, isOutdated, verifyPassword } from '../passwords/passwords.ts'
import { replaceHash, userByEmail, type UserRow } from '../store.ts'

/** A refused sign-in. The reason is only for the security log; the response must not reveal it. */
export class LogInRefused extends HttpError {
  readonly reason: SecurityReason

  constructor(reason: SecurityReason, { status, code, message, more }: HttpError) {
    super(status, code, message, more)
    this.reason = reason
  }
}

/**
 * Checks e-mail address and password. An unknown address and a wrong password cannot be
 * distinguished: both give the same 401, take equally long and are counted in the same way. Only a
 * caller who knows an account's password learns that the account is inactive (403), or that it
 * requires a code (401 `second_factor_required` or `second_factor_wrong`). Wrong codes count
 * together with wrong passwords.
 */
export async function logIn(
  platform: Platform,
  { email, password, code }: Credentials,
  address: string,
): Promise<{ user: UserRow; usedRecoveryCode: boolean }> {
  const { db, clock } = platform
  const subject = `address ${address}`
  await refuseFlood(
    db,
    [
      [subject, PER_ADDRESS],
      [email, PER_ACCOUNT],
    ],
    clock.now(),
  )
  const fromAddress = await beginAttempt(db, subject, clock.now(), PER_ADDRESS)
  let onAccount: Attempt
  try {
    onAccount = await beginAttempt(db, email, clock.now(), PER_ACCOUNT)
  } catch (error) {
    // The password was not checked, so nothing counts against the IP address.
    await settleAttempt(db, fromAddress, 'right', clock.now())
    throw error
  }
  const user = await userByEmail(db, email)
  const right = await verifyPassword(user?.password ?? null, password)
  const factor = user?.isActive && right ? await factorOf(platform, user.id) : null
  const spent = factor && code ? await spendCode(platform, factor, code) : null
  const wrongCode = factor !== null && Boolean(code) && spent === null
  // A required code must be right before wrong passwords are forgiven.
  const outcome = factor !== null && spent === null ? 'right' : 'forgive'
  await settleAttempt(db, onAccount, right && !wrongCode ? outcome : 'wrong', clock.now())
  await settleAttempt(db, fromAddress, right && !wrongCode ? 'right' : 'wrong', clock.now())
  if (!user || !right)
    throw new LogInRefused(
      user ? 'wrong_password' : 'unknown_account',
      new HttpError(401, 'invalid_credentials', 'Ugyldig e-postadresse eller passord'),
    )
  if (!user.isActive)
    throw new LogInRefused(
      'inactive',
      new HttpError(
        403,
        'inactive',
        'Kontoen er deaktivert. Ta kontakt med oss for å få den åpnet igjen.',
      ),
    )
  if (wrongCode)
    throw new LogInRefused(
      'wrong_code',
      new HttpError(
        401,
        'second_factor_wrong',
        'Koden er feil eller brukt. Skriv den som står i appen nå, eller en gjenopprettingskode.',
      ),
    )
  if (factor && spent === null)
    throw new HttpError(401, 'second_factor_required', 'Skriv koden fra autentiseringsappen.')
  if (isOutdated(user.password))
    await replaceHash(db, user.id, user.password, await hashPassword(password))
  return { user, usedRecoveryCode: spent === 'recovery' }
}
