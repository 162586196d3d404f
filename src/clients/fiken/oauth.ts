import { createOAuth } from '../http/oauth.ts'
import type { OAuthClient, OAuthOptions } from '../http/oauth.ts'

/**
 * Creates Fiken's OAuth client: HTTP Basic, the state once more in the token call, no scopes
 * (reading or writing is chosen when the app is registered), tokens for a day. Fiken counts token
 * calls like others, so pass the same limiter as that user's client has.
 */
export function createFikenOAuth(options: OAuthOptions): OAuthClient {
  return createOAuth(
    { vendor: 'fiken', credentials: 'basic', stateInTokenBody: true, defaultLifetime: 86_000 },
    options,
  )
}
