import { encode } from 'uqr'
import type { SecondFactorSetup, SecondFactorState } from '#shared/contracts/account/second-factor'
import { whoHelps } from '../../../platform/config.ts'
import { instant } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { HttpError } from '../../../platform/http-error.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { PER_ACCOUNT } from '../attempt-policy.ts'
import { beginAttempt, settleAttempt } from '../attempts.ts'
import { endSessions } from '../end-sessions.ts'
import { factorMail } from '../password-mail.ts'
import { factorOf, newRecoveryCodes, SECRET_FIELD, spendCode, storedCode } from './check-code.ts'
import { confirmPending, deleteFactor, findFactor, putPending, putRecoveryCodes } from './store.ts'
import { newSecret, stepOf, uriOf } from './totp.ts'

export async function factorState(
  platform: Platform,
  { id, isAdmin }: Caller,
): Promise<SecondFactorState> {
  const factor = await factorOf(platform, id)
  return {
    since: factor?.confirmedAt?.toISOString() ?? null,
    recoveryCodes: factor?.recoveryCodes.length ?? 0,
    required: isAdmin && platform.config.adminSecondFactor,
  }
}

/**
 * Stores a new TOTP secret, which is not used until the user has entered a code made with it.
 * @throws HttpError 409 `second_factor_on`
 */
export async function beginFactor(
  { db, vault, clock }: Platform,
  { id, email }: Caller,
): Promise<SecondFactorSetup> {
  const secret = newSecret()
  const sealed = vault.seal(secret, { ownerId: id, field: SECRET_FIELD })
  if (!(await putPending(db, id, sealed, instant(clock)))) throw isOn()
  const uri = uriOf(secret, email)
  return { secret, uri, qr: encode(uri, { border: 0 }).data.map(asBits) }
}

const asBits = (row: readonly boolean[]) => row.map((dark) => (dark ? '1' : '0')).join('')

/**
 * Switches two-factor authentication on when the user enters the first code from the app. Ends all
 * other sessions, because they were started without a code.
 * @returns the recovery codes, which cannot be shown again
 * @throws HttpError 400 `code_wrong`, 409 when two-factor authentication is on or its setup has not
 * been started, 429 after too many guesses
 */
export async function confirmFactor(
  platform: Platform,
  { id, email }: Caller,
  sessionKey: string | null,
  code: string,
): Promise<string[]> {
  const { db, vault, clock } = platform
  const pending = await findFactor(db, id)
  if (pending?.confirmedAt) throw isOn()
  if (!pending)
    throw new HttpError(409, 'second_factor_not_begun', 'Start på nytt: hent en ny kode til appen.')
  const secret = vault.open(pending.secret, { ownerId: id, field: SECRET_FIELD })
  const step = await counted(platform, email, () =>
    Promise.resolve(stepOf(secret, code.replaceAll(/\s/g, ''), clock.now())),
  )
  const codes = newRecoveryCodes()
  const done = await db.transaction(async (tx) => {
    const use = { step, codes: codes.map(storedCode), at: instant(clock) }
    if (!(await confirmPending(tx, pending, use))) return false
    await endSessions(tx, id, sessionKey ?? undefined)
    return true
  })
  if (!done) throw isOn()
  mailFactor(platform, email, 'on')
  return codes
}

/**
 * Replaces the recovery codes; the former codes become invalid. Throws the same errors as {@link
 * endFactor}.
 */
export async function renewRecoveryCodes(
  platform: Platform,
  caller: Caller,
  code: string,
): Promise<string[]> {
  await requireCode(platform, caller, code)
  const codes = newRecoveryCodes()
  await putRecoveryCodes(platform.db, caller.id, codes.map(storedCode))
  return codes
}

/**
 * Switches two-factor authentication off. Requires a code, because an open session and the password
 * are not enough.
 * @throws HttpError 400 `code_wrong`, 409 when two-factor authentication is off or required of this
 * administrator, 429 after too many guesses
 */
export async function endFactor(platform: Platform, caller: Caller, code: string): Promise<void> {
  if (caller.isAdmin && platform.config.adminSecondFactor)
    throw new HttpError(
      409,
      'second_factor_needed',
      'Administratorer må ha totrinns innlogging. Den kan ikke slås av.',
    )
  await requireCode(platform, caller, code)
  await deleteFactor(platform.db, caller.id)
  mailFactor(platform, caller.email, 'off')
}

/**
 * Removes a user's two-factor authentication at an operator's request, and ends all the user's
 * sessions. Returns false if two-factor authentication was not set up.
 */
export async function resetFactor(db: Db, userId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await deleteFactor(tx, userId))) return false
    await endSessions(tx, userId)
    return true
  })
}

async function requireCode(platform: Platform, { id, email }: Caller, code: string): Promise<void> {
  const factor = await factorOf(platform, id)
  if (!factor)
    throw new HttpError(409, 'second_factor_off', 'Totrinns innlogging er ikke slått på.')
  await counted(platform, email, () => spendCode(platform, factor, code))
}

async function counted<T>(
  { db, clock }: Platform,
  email: string,
  check: () => Promise<T | null>,
): Promise<T> {
  const attempt = await beginAttempt(db, email, clock.now(), PER_ACCOUNT)
  const right = await check()
  await settleAttempt(db, attempt, right === null ? 'wrong' : 'right', clock.now())
  if (right === null) {
    const sentence = 'Koden er feil eller brukt. Skriv den som står i appen nå.'
    throw new HttpError(400, 'code_wrong', sentence, { fields: { code: sentence } })
  }
  return right
}

function mailFactor(platform: Platform, email: string, state: 'on' | 'off'): void {
  const { mail, clock, config, log } = platform
  void mail
    .send(factorMail(email, instant(clock), whoHelps(config.operator), state))
    .catch((err: unknown) => log.error({ err }, 'the mail about the second factor was not sent'))
}

const isOn = () =>
  new HttpError(409, 'second_factor_on', 'Totrinns innlogging er allerede slått på.')
