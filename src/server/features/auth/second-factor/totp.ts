import { Secret, TOTP } from 'otpauth'

/**
 * The TOTP period. Like the six digits and SHA-1, 30 seconds is a parameter of RFC 6238 that every
 * authenticator app supports.
 */
const PERIOD_SECONDS = 30
/**
 * The number of codes accepted before and after the current code, because clocks differ and users
 * type slowly.
 */
const WINDOW = 1
const ISSUER = 'Fakturabro'

const totp = (secret: string, label = '') =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  })

export const newSecret = (): string => new Secret({ size: 20 }).base32

export const uriOf = (secret: string, email: string): string => totp(secret, email).toString()

/**
 * Returns the 30-second time step of a code; null when the code matches no current step. The caller
 * accepts each step only once, so that a code seen by somebody else cannot be reused.
 */
export function stepOf(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = totp(secret).validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? null : Math.floor(now / 1_000 / PERIOD_SECONDS) + delta
}
