import { consentReasonIn, consentSentence } from '#shared/access/consent-reasons'

/** What the vendor's answer, in the address of /oauth/complete, is reported as. */
export interface Report {
  message: { type: string; error?: string }
  ok: boolean
  headline: string
  why: string
  /** Where a redirected phone, which has no window to go back to, continues. */
  back: string
}

const NAMES: Record<string, string> = { fiken: 'Fiken', servicem8: 'ServiceM8' }
const UNKNOWN = 'Ukjent feil under autorisasjon'

/** Screens on which a system can be connected; the first is where nobody knows better. */
const SCREENS = ['/configuration', '/', '/transfers', '/customers']

/**
 * Reads `?vendor=fiken&result=success|error&reason=…`. An unknown vendor gives null: then there
 * is nothing to report. No text of the address is shown: anybody can make up an address.
 *
 * @param from the screen that a redirected phone was on, as it was noted when it left
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
