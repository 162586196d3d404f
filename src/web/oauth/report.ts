import { consentReasonIn, consentSentence } from '#shared/access/consent-reasons'

/** The message of /oauth/complete for a vendor's answer. */
export interface Report {
  message: { type: string; error?: string }
  ok: boolean
  headline: string
  why: string
  /** The path on which a redirected phone, which has no window to return to, continues. */
  back: string
}

const NAMES: Record<string, string> = { fiken: 'Fiken', servicem8: 'ServiceM8' }
const UNKNOWN = 'Ukjent feil under autorisasjon'

/** The screens on which a system can be connected; the first is the fallback. */
const SCREENS = ['/configuration', '/', '/transfers', '/customers']

/**
 * Reads `?vendor=fiken&result=success|error&reason=…`. An unknown vendor gives null: there is
 * nothing to report. No text of the address is shown, since anybody can make up an address.
 *
 * @param from the screen that a redirected phone was on, noted when it left
 */
export function reportOf(search: URLSearchParams, from: string | null = null): Report | null {
  const screen = SCREENS.find((known) => known === from) ?? SCREENS[0]
  const vendor = search.get('vendor') ?? ''
  const name = Object.hasOwn(NAMES, vendor) ? NAMES[vendor] : undefined
  if (!name) return null
  if (search.get('result') === 'success') {
    return {
      message: { type: `${vendor}_auth_success` },
      ok: true,
      headline: `${name} er tilkoblet`,
      why: 'Du kan lukke dette vinduet.',
      back: `${screen}?code=done&vendor=${vendor}`,
    }
  }
  const reason = consentReasonIn(search.get('reason'))
  const error = reason ? consentSentence(reason, name) : UNKNOWN
  return {
    message: { type: `${vendor}_auth_error`, error },
    ok: false,
    headline: 'Autorisasjon feilet',
    why: error,
    back: `${screen}?auth_error=${reason ?? ''}&vendor=${vendor}`,
  }
}
