import { Secret, TOTP } from 'otpauth'

/** RFC 6238 as every authenticator app expects it: six digits, half a minute, SHA-1. */
const PERIOD_SECONDS = 30
/** Accepts one code before and one after the present one: clocks differ, and users are slow. */
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

/** Returns a secret of 160 bits, in base 32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** The address in the QR code that the app reads. */
export const uriOf = (secret: string, email: string): string => totp(secret, email).toString()

/**
 * Returns the number of the half-minute that a code belongs to; null when it is none of the present
 * ones. The caller accepts each half-minute once, so that a code seen over a shoulder is worthless.
 */
export function stepOf(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = totp(secret).validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? null : Math.floor(now / 1_000 / PERIOD_SECONDS) + delta
}
