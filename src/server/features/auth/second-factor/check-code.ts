import { randomBytes } from 'node:crypto'
import type { Platform } from '../../../platform/platform.ts'
import { fingerprint } from '../../../platform/vault.ts'
import { type FactorRow, findFactor, spendRecoveryCode, spendStep } from './store.ts'
import { stepOf } from './totp.ts'

export const SECRET_FIELD = 'second factor'

/** Returns the second factor that the user's sign-in requires; null when the password is enough. */
export async function factorOf(
  { db }: Pick<Platform, 'db'>,
  userId: string,
): Promise<FactorRow | null> {
  const row = await findFactor(db, userId)
  return row?.confirmedAt ? row : null
}

/**
 * Checks a code from the app or a recovery code, and marks it as used.
 * @returns the kind of code, or null when the code matches neither
 */
export async function spendCode(
  { db, vault, clock }: Pick<Platform, 'db' | 'vault' | 'clock'>,
  { userId, secret }: FactorRow,
  typed: string,
): Promise<'app' | 'recovery' | null> {
  const code = typed.replaceAll(/\s/g, '')
  const step = stepOf(
    vault.open(secret, { ownerId: userId, field: SECRET_FIELD }),
    code,
    clock.now(),
  )
  if (step !== null) return (await spendStep(db, userId, step)) ? 'app' : null
  if (/^\d{6}$/.test(code)) return null
  return (await spendRecoveryCode(db, userId, storedCode(code))) ? 'recovery' : null
}

const CODES = 10
/**
 * The letters and digits of recovery codes, chosen because they cannot be confused with each other.
 */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 10

export const newRecoveryCodes = (): string[] => Array.from({ length: CODES }, oneCode)

function oneCode(): string {
  let code = ''
  // Random bytes above the last whole multiple of the alphabet's length are skipped, because they
  // would favour the first letters.
  const most = 256 - (256 % LETTERS.length)
  while (code.length < LENGTH)
    for (const byte of randomBytes(LENGTH))
      if (byte < most && code.length < LENGTH) code += LETTERS.charAt(byte % LETTERS.length)
  return `${code.slice(0, 5)}-${code.slice(5)}`
}

/**
 * Normalises the spelling of a recovery code and hashes it for storage, so that a copy of the table
 * reveals no codes.
 */
export const storedCode = (typed: string): string =>
  fingerprint(`recovery ${typed.toLowerCase().replaceAll(/[\s-]/g, '')}`)
