import { VENDOR_NAMES } from '#shared/access/vendor-names'
import { consentReasonIn, consentSentence } from '#shared/access/consent-reasons'

export interface Report {
  message: { type: string; error?: string; company?: string }
  ok: boolean
  headline: string
  why: string
  /** The path to continue to after a redirect on a phone, where there is no opener window. */
  back: string
}

const UNKNOWN = 'Ukjent feil under autorisasjon'

/** Screens on which a system can be connected; the first is the default. */
const SCREENS = ['/configuration', '/', '/transfers', '/customers']

/**
 * Parses `?vendor=fiken&result=success|error&reason=…`; returns null for an unknown vendor. Text
 * from the URL is never shown, because anyone can craft a URL.
 * @param from the path and hash of the screen that a phone was redirected from; null in a window that
 * the screen opened
 */
export function reportOf(search: URLSearchParams, from: string | null = null): Report | null {
  const company = search.get('company')
  const about = company === null ? {} : { company }
  const [path, part] = (from ?? '').split('#')
  const screen = SCREENS.find((known) => known === path)
  const back = (outcome: string) =>
    `${screen ?? SCREENS[0]}?${outcome}&vendor=${vendor}${screen && part ? `#${part}` : ''}`
  const vendor = search.get('vendor') ?? ''
  const name = Object.entries(VENDOR_NAMES).find(([known]) => known === vendor)?.[1]
  if (!name) return null
  if (search.get('result') === 'success') {
    return {
      message: { type: `${vendor}_auth_success`, ...about },
      ok: true,
      headline: `${name} er tilkoblet`,
      why: from === null ? 'Du kan lukke dette vinduet.' : 'Du sendes rett tilbake.',
      back: back('code=done'),
    }
  }
  const reason = consentReasonIn(search.get('reason'))
  const error = reason ? consentSentence(reason, name) : UNKNOWN
  return {
    message: { type: `${vendor}_auth_error`, error, ...about },
    ok: false,
    headline: 'Autorisasjon feilet',
    why: error,
    back: back(`auth_error=${reason ?? ''}`),
  }
}
