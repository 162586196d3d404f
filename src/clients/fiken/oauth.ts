import { createOAuth } from '../http/oauth.ts'
import type { OAuthClient, OAuthOptions } from '../http/oauth.ts'

/**
 * Creates Fiken's OAuth client: HTTP Basic, the state repeated in the token call, no scopes (read
 * or write access is chosen when the app is registered), tokens valid for a day. Fiken counts token
 * calls like other calls, so pass the same limiter as to the user's Fiken client.
 */
export function createFikenOAuth(options: OAuthOptions): OAuthClient {
  return createOAuth(
    { vendor: 'fiken', credentials: 'basic', stateInTokenBody: true, defaultLifetime: 86_000 },
    options,
  )
}
