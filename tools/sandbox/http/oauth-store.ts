import { randomBytes } from 'node:crypto'
import type { Grant, OAuthState } from '../world/state.ts'

/** Tokens of one vendor. Both vendors rotate the refresh token at each use. */
export interface TokenSet {
  grant: Grant
  accessToken: string
  refreshToken: string
  expiresIn: number
}

export interface OAuthRules {
  accessTokenSeconds: number
  refreshGraceSeconds: number
}

const CODE_LIFETIME_MS = 10 * 60_000

function token(prefix: string): string {
  return `${prefix}_${randomBytes(24).toString('base64url')}`
}

/** Stores a grant after consent and returns the one-time code for its tokens. */
export function startGrant(
  oauth: OAuthState,
  now: number,
  given: {
    subject: string
    clientId: string
    scope: string
    companies: string[]
    redirectUri: string
    state: string
  },
): string {
  const id = token('grant')
  oauth.grants[id] = {
    id,
    subject: given.subject,
    clientId: given.clientId,
    scope: given.scope,
    companies: given.companies,
    redirectUri: given.redirectUri,
    refreshToken: '',
    previousRefreshToken: '',
    rotatedAt: 0,
    revoked: false,
  }
  const code = token('code')
  oauth.codes[code] = {
    grantId: id,
    expiresAt: now + CODE_LIFETIME_MS,
    redirectUri: given.redirectUri,
    state: given.state,
  }
  return code
}

/**
 * Exchanges a code for tokens. Returns null if the code is unknown, used or expired, or was issued
 * for another redirect address (or another state, where the vendor requires the state).
 */
export function redeemCode(
  oauth: OAuthState,
  now: number,
  rules: OAuthRules,
  asked: { code: string; clientId: string; redirectUri: string; state?: string },
): TokenSet | null {
  const code = oauth.codes[asked.code]
  if (!code || code.expiresAt < now || code.redirectUri !== asked.redirectUri) return null
  if (asked.state !== undefined && asked.state !== code.state) return null
  delete oauth.codes[asked.code]
  const grant = oauth.grants[code.grantId]
  if (!grant || grant.revoked || grant.clientId !== asked.clientId) return null
  return issue(oauth, now, rules, grant)
}

/** Uses up a refresh token and returns the next token pair; null = invalid_grant. */
export function refreshTokens(
  oauth: OAuthState,
  now: number,
  rules: OAuthRules,
  refreshToken: string,
): TokenSet | null {
  const grant = grantOfRefreshToken(oauth, refreshToken)
  if (!grant || grant.revoked) return null
  if (
    grant.refreshToken !== refreshToken &&
    now - grant.rotatedAt > rules.refreshGraceSeconds * 1000
  )
    return null
  if (grant.refreshToken !== refreshToken && rules.refreshGraceSeconds === 0) return null
  return issue(oauth, now, rules, grant)
}

export function grantOfRefreshToken(oauth: OAuthState, refreshToken: string): Grant | null {
  if (!refreshToken) return null
  const found = Object.values(oauth.grants).find(
    (grant) => grant.refreshToken === refreshToken || grant.previousRefreshToken === refreshToken,
  )
  return found ?? null
}

function issue(oauth: OAuthState, now: number, rules: OAuthRules, grant: Grant): TokenSet {
  for (const [known, row] of Object.entries(oauth.access))
    if (row.expiresAt < now - 3_600_000) delete oauth.access[known]
  const accessToken = token('access')
  oauth.access[accessToken] = {
    grantId: grant.id,
    expiresAt: now + rules.accessTokenSeconds * 1000,
  }
  grant.previousRefreshToken = grant.refreshToken
  grant.refreshToken = token('refresh')
  grant.rotatedAt = now
  return {
    grant,
    accessToken,
    refreshToken: grant.refreshToken,
    expiresIn: rules.accessTokenSeconds,
  }
}

/** Returns the grant of an access token, even if the token is expired or revoked. */
export function grantOfAccessToken(
  oauth: OAuthState,
  accessToken: string,
): { grant: Grant; expiresAt: number } | null {
  const row = oauth.access[accessToken]
  const grant = row && oauth.grants[row.grantId]
  return row && grant ? { grant, expiresAt: row.expiresAt } : null
}

/** Returns the grant of a valid access token; null if the token is unknown, expired or revoked. */
export function liveGrant(oauth: OAuthState, now: number, accessToken: string): Grant | null {
  const found = grantOfAccessToken(oauth, accessToken)
  return found && !found.grant.revoked && found.expiresAt > now ? found.grant : null
}

/** Expires all access tokens of the subject; refreshing still works. */
export function expireAccess(oauth: OAuthState, subject: string): void {
  for (const row of Object.values(oauth.access))
    if (oauth.grants[row.grantId]?.subject === subject) row.expiresAt = 0
}

/** Revokes all grants of the subject, who must then consent again. */
export function revokeSubject(oauth: OAuthState, subject: string): void {
  for (const grant of Object.values(oauth.grants))
    if (grant.subject === subject) grant.revoked = true
}

/** Returns the bearer token of an Authorization header, or "". */
export function bearerOf(header: string | undefined): string {
  return /^Bearer\s+(.+)$/i.exec(header ?? '')?.[1] ?? ''
}
