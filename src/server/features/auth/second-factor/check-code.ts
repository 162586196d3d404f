import type { Platform } from '../../../platform/platform.ts'
import { stepOf } from './totp.ts'
import { storedCode } from './recovery-codes.ts'
import { findFactor, spendRecoveryCode, spendStep, type FactorRow } from './store.ts'

/** What a sealed secret is bound to. */
export const SECRET_FIELD = 'second factor'

/** The factor that a log-in of this user asks for; null = the password is enough. */
export async function factorOf(
  { db }: Pick<Platform, 'db'>,
  userId: string,
): Promise<FactorRow | null> {
  const row = await findFactor(db, userId)
  return row?.confirmedAt ? row : null
}

/**
 * Is this one of the app's present codes, or a recovery code? Either is spent by it: a code is good
 * once.
 *
 * @returns which of the two it was, or null
 */
export async function spendCode(
  { db, vault, clock }: Pick<Platform, 'db' | 'vault' | 'clock'>,
  { userId, secret }: FactorRow,
  typed: string,
): Promise<'app' | 'recovery' | null> {
  const code = typed.replaceAll(/\s/g, '')
  const step = stepOf(vault.open(secret, { userId, field: SECRET_FIELD }), code, clock.now())
  if (step !== null) return (await spendStep(db, userId, step)) ? 'app' : null
  if (/^\d{6}$/.test(code)) return null
  return (await spendRecoveryCode(db, userId, storedCode(code))) ? 'recovery' : null
}
