import * as oauth from 'oauth4webapi'
import { errorTextOf, readBody } from './body.ts'
import type { Body } from './body.ts'
import { ExternalError, kindOfStatus, OAUTH_CODES } from './external-error.ts'
import type { ExternalErrorKind, OAuthCode, Vendor } from './external-error.ts'
import { isLoopback, networkReason, neverSent, requireSecure } from './network.ts'
import type { FetchLike } from './network.ts'
import { redact } from './redact.ts'
import { retryAfterOf } from './transport.ts'
import type { Limiter, VendorCall } from './transport.ts'

export interface OAuthProfile {
  vendor: Vendor
  credentials: 'basic' | 'body'
  stateInTokenBody: boolean
  /** The token lifetime in seconds when the response gives none. */
  defaultLifetime: number
}

export interface OAuthOptions {
  clientId: string
  clientSecret: string
  authorizeUrl: string
  tokenUrl: string
  revokeUrl?: string
  fetch?: FetchLike
  clock: { now(): number }
  /**
   * The limiter that gives each token call a slot, for a vendor that counts these calls too.
   * Without a limiter, calls are sent at once.
   */
  limiter?: Limiter
  /** The timeout in milliseconds, 20 000 by default. */
  timeoutMs?: number
  observe?: (call: VendorCall) => void
  userAgent: string
}

export interface TokenSet {
  accessToken: string
  /**
   * The new refresh token, or the one that was sent when the response has none. Store it
   * immediately, because the old token can already be invalid.
   */
  refreshToken: string
  /** The expiry time, as an ISO string in UTC. */
  expiresAt: string
  /** The granted scopes, separated by spaces; "" for a vendor without scopes. */
  scope: string
}

export interface OAuthClient {
  authorizeUrl(request: { state: string; redirectUri: string; scope?: string }): string
  /**
   * Exchanges an authorization code for tokens. The caller must already have checked that the state
   * is the one it sent.
   */
  exchange(answer: { code: string; state: string; redirectUri: string }): Promise<TokenSet>
  /**
   * Exchanges a refresh token for new tokens. Must not run concurrently for the same grant, because
   * the tokens rotate. Failures:
   * - `reauth_required`: the grant is no longer valid. Read the stored token again first, since
   *   another process may have rotated it.
   * - `unauthenticated`: the vendor refuses this installation, and the grant is unchanged.
   * - `unavailable`: the grant is unchanged; the status is that of the server that responded in the
   *   vendor's place, if any.
   * - `unknown_outcome`: the response was lost, perhaps after the rotation. Another call with the
   *   same token shows whether the token still works.
   */
  refresh(refreshToken: string): Promise<TokenSet>
  /**
   * Ends the grant and all its tokens if the vendor supports that; otherwise does nothing. Accepts
   * a token that is already invalid.
   */
  revoke(accessToken: string): Promise<void>
}

const MAX_BYTES = 256 * 1024

export function createOAuth(profile: OAuthProfile, options: OAuthOptions): OAuthClient {
  const token = requireSecure(options.tokenUrl)
  const authorize = requireSecure(options.authorizeUrl)
  const revocation = options.revokeUrl === undefined ? null : requireSecure(options.revokeUrl)
  const server: oauth.AuthorizationServer = {
    issuer: token.origin,
    authorization_endpoint: authorize.href,
    token_endpoint: token.href,
  }
  const client: oauth.Client = { client_id: options.clientId }
  const authentication =
    profile.credentials === 'body'
      ? oauth.ClientSecretPost(options.clientSecret)
      : plainBasic(options.clientSecret)
  const timeoutMs = options.timeoutMs ?? 20_000
  const limiter: Limiter = options.limiter ?? ((run) => run())
  const secrets = [options.clientSecret]

  async function call(
    url: URL,
    path: string,
    init: RequestInit,
    kindFor: (status: number, body: Body) => ExternalErrorKind,
  ) {
    let gaveUp = false
    return limiter(
      async () => {
        const requestId = crypto.randomUUID()
        const started = options.clock.now()
        const doing = `${init.method ?? 'GET'} ${path}`
        const signal = AbortSignal.timeout(timeoutMs)
        let status: number | null = null
        let kind: ExternalErrorKind | undefined
        try {
          const headers = new Headers(init.headers)
          headers.set('user-agent', options.userAgent)
          headers.set('x-request-id', requestId)
          const response = await (options.fetch ?? fetch)(url, {
            ...init,
            headers,
            redirect: 'manual',
            signal,
          })
          status = response.status
          const body = await readBody(response, MAX_BYTES)
          if (response.ok) return { status: response.status, body }
          kind = kindFor(response.status, body)
          const retryAfterMs = retryAfterOf(response.headers, options.clock.now())
          const details = redact(errorTextOf(body), secrets)
          const oauthCode = oauthCodeOf(body)
          throw new ExternalError({
            vendor: profile.vendor,
            kind,
            doing,
            status,
            requestId,
            details,
            retryAfterMs,
            oauthCode,
          })
        } catch (cause) {
          if (cause instanceof ExternalError) throw cause
          gaveUp = signal.aborted
          const details = gaveUp ? `no answer within ${timeoutMs} ms` : networkReason(cause)
          kind = status === null && !gaveUp && neverSent(cause) ? 'unavailable' : 'unknown_outcome'
          throw new ExternalError({
            vendor: profile.vendor,
            kind,
            doing,
            status,
            requestId,
            details,
            cause,
            gaveUp,
          })
        } finally {
          const durationMs = Math.max(0, options.clock.now() - started)
          const startedAt = new Date(started).toISOString()
          const error = kind === undefined ? {} : { error: kind }
          const { vendor } = profile
          options.observe?.({
            vendor,
            method: init.method ?? 'GET',
            path,
            status,
            durationMs,
            requestId,
            startedAt,
            ...error,
          })
        }
      },
      { timeoutMs, safe: false, gaveUp: () => gaveUp },
    )
  }

  const through = async (_url: string, init: RequestInit): Promise<Response> => {
    const { body } = await call(token, token.pathname, init, kindOfTokenFailure)
    if (body.form !== 'json' || typeof body.json !== 'object' || body.json === null)
      throw unreadable(errorTextOf(body))
    // Vendors sometimes send absent values as null, which the library refuses.
    const spelt = Object.entries(body.json).filter(([, value]) => value !== null)
    return Response.json(Object.fromEntries(spelt))
  }
  const requestOptions = {
    [oauth.customFetch]: through,
    // oxlint-disable-next-line typescript/no-deprecated -- only ever true for this machine's own stand-ins
    [oauth.allowInsecureRequests]: token.protocol === 'http:' && isLoopback(token.hostname),
  }

  /**
   * Returns the error for an unreadable token response. It is retryable, because only a retry shows
   * whether the code or refresh token is already used up.
   */
  function unreadable(details: string): ExternalError {
    const doing = `POST ${token.pathname}`
    return new ExternalError({
      vendor: profile.vendor,
      kind: 'bad_answer',
      doing,
      status: 200,
      details: redact(details, secrets),
      retryable: true,
    })
  }

  async function tokensFrom(
    ask: () => Promise<oauth.TokenEndpointResponse>,
    previous: string,
  ): Promise<TokenSet> {
    const asked = options.clock.now()
    let answer: oauth.TokenEndpointResponse
    try {
      answer = await ask()
    } catch (error) {
      if (error instanceof ExternalError) throw error
      // The library's messages only name fields, but its causes contain the response itself, so
      // only the message is kept.
      throw unreadable(error instanceof Error ? error.message : 'not a token answer')
    }
    const refreshToken = answer.refresh_token ?? previous
    if (answer.access_token === '' || refreshToken === '')
      throw unreadable('the answer holds no token')
    return {
      accessToken: answer.access_token,
      refreshToken,
      expiresAt: new Date(
        asked + (answer.expires_in ?? profile.defaultLifetime) * 1000,
      ).toISOString(),
      scope: answer.scope ?? '',
    }
  }

  return {
    authorizeUrl({ state, redirectUri, scope }) {
      const url = new URL(authorize)
      const fields = {
        response_type: 'code',
        client_id: options.clientId,
        redirect_uri: redirectUri,
        state,
        ...(scope ? { scope } : {}),
      }
      for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
      return url.href
    },
    exchange({ code, state, redirectUri }) {
      return tokensFrom(async () => {
        const parameters = oauth.validateAuthResponse(
          server,
          client,
          new URLSearchParams({ code, state }),
          state,
        )
        const extra = profile.stateInTokenBody ? { additionalParameters: { state } } : {}
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          authentication,
          parameters,
          redirectUri,
          // oxlint-disable-next-line typescript/no-deprecated -- neither vendor documents PKCE
          oauth.nopkce,
          { ...requestOptions, ...extra },
        )
        return oauth.processAuthorizationCodeResponse(server, client, response)
      }, '')
    },
    refresh(refreshToken) {
      return tokensFrom(async () => {
        const response = await oauth.refreshTokenGrantRequest(
          server,
          client,
          authentication,
          refreshToken,
          requestOptions,
        )
        return oauth.processRefreshTokenResponse(server, client, response)
      }, refreshToken)
    },
    async revoke(accessToken) {
      if (revocation === null) return
      const init = { method: 'POST', headers: { authorization: `Bearer ${accessToken}` } }
      try {
        await call(revocation, revocation.pathname, init, (status) => kindOfStatus(status, true))
      } catch (error) {
        if (!(
          error instanceof ExternalError && ['unauthenticated', 'not_found'].includes(error.kind)
        ))
          throw error
      }
    },
  }
}

/**
 * Authenticates with HTTP Basic from the plain id and secret. RFC 6749 and the library form-encode
 * both first, but the vendors' own examples and all clients in use do not, and a form-encoded
 * secret with a dash would be refused.
 */
function plainBasic(clientSecret: string): oauth.ClientAuth {
  return (_server, client, _body, headers) => {
    headers.set(
      'authorization',
      `Basic ${Buffer.from(`${client.client_id}:${clientSecret}`).toString('base64')}`,
    )
  }
}

/**
 * Returns the kind of failure of a refused token call. Only `invalid_grant` in JSON ends a grant
 * (RFC 6749 §5.2). The other codes of the standard concern this installation or its request, which
 * the operator must fix. Any other response does not come from the vendor's token endpoint (a
 * firewall's page, a proxy's 404, garbage) and counts as an outage: if it ended the grant, every
 * customer would have to connect again for nothing.
 */
function kindOfTokenFailure(status: number, body: Body): ExternalErrorKind {
  if (status === 429 || status === 402) return kindOfStatus(status, true)
  if (status < 400) return 'bad_answer'
  const code = status < 500 ? oauthCodeOf(body) : null
  if (code === null) return 'unavailable'
  return code === 'invalid_grant' ? 'reauth_required' : 'unauthenticated'
}

function oauthCodeOf({ json }: Body): OAuthCode | null {
  const said = typeof json === 'object' && json !== null && 'error' in json ? json.error : undefined
  return OAUTH_CODES.find((code) => code === said) ?? null
}
