import type { OAuthClient, TokenSet } from '#clients/oauth'
import type { Clock } from '#clients/http/transport'
import { VERIFY_STATE } from '#shared/verify-state'
import { Refusal } from './refusal.ts'

/** Asks the user to consent. Returns the browser's last address, with the code and the state. */
export type Consent = (vendor: string, authorizeUrl: string) => Promise<string>

/** A grant for the duration of this run, kept in memory only. */
export interface Session {
  token: () => Promise<string>
  tokens: () => TokenSet
  renew: () => Promise<TokenSet>
  scope: string
}

/** Milliseconds before a token's expiry at which the token is renewed. */
const EARLY_MS = 60_000

/**
 * Opens a session.
 * @throws Refusal when the user refused consent, or pasted another text
 */
export async function openSession(options: {
  vendor: string
  oauth: OAuthClient
  redirectUri: string
  scope?: string
  consent: Consent
  clock: Clock
}): Promise<Session> {
  const { vendor, oauth, redirectUri, scope, consent, clock } = options
  const state = `${VERIFY_STATE}${crypto.randomUUID()}`
  const landed = await consent(
    vendor,
    oauth.authorizeUrl({ state, redirectUri, ...(scope === undefined ? {} : { scope }) }),
  )
  const answer = URL.canParse(landed.trim()) ? new URL(landed.trim()).searchParams : null
  if (answer?.get('error'))
    throw new Refusal(`${vendor} says: ${answer.get('error_description') ?? answer.get('error')}`)
  const code = answer?.get('code')
  if (!code) throw new Refusal(`That is not the address that ${vendor} sent the browser to.`)
  if (answer?.get('state') !== state)
    throw new Refusal('That address belongs to another attempt: its state is not ours.')
  let held = await oauth.exchange({ code, state, redirectUri })

  const renew = async () => (held = await oauth.refresh(held.refreshToken))
  return {
    scope: held.scope,
    tokens: () => held,
    renew,
    async token() {
      if (Date.parse(held.expiresAt) - EARLY_MS < clock.now()) await renew()
      return held.accessToken
    },
  }
}
