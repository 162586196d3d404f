import { setTimeout as sleep } from 'node:timers/promises'
import { createFiken, type FikenClient } from '#clients/fiken/client'
import { createFikenOAuth } from '#clients/fiken/oauth'
import type { OAuthClient } from '#clients/oauth'
import { createServiceM8, type ServiceM8Client } from '#clients/servicem8/client'
import { createServiceM8OAuth, scopesFor } from '#clients/servicem8/oauth'
import { FIKEN_CLIENT, SERVICEM8_CLIENT } from '#sandbox/http/credentials'
import type { Sandbox } from '#sandbox/start'
import { worldIsReady } from '../support/clock/midnight.ts'

export interface Clients {
  servicem8: ServiceM8Client
  fiken: FikenClient
  servicem8Token: string
  fikenToken: string
  /** Revokes the grant in Fiken; ServiceM8 has no endpoint for revoking. */
  disconnect: () => Promise<void>
}

const REDIRECT = 'http://127.0.0.1:1/callback'
const COMMON = {
  clock: { now: () => Date.now(), sleep: (ms: number) => sleep(ms) },
  userAgent: 'Fakturabro/test',
}

/** Connects both vendors and refreshes both grants once; the clients use the new tokens. */
export async function signedIn(
  sandbox: Sandbox,
  scope = scopesFor({ writesPayments: true, readsAttachments: true }).join(' '),
): Promise<Clients> {
  const servicem8OAuth = createServiceM8OAuth({
    ...COMMON,
    clientId: SERVICEM8_CLIENT.id,
    clientSecret: SERVICEM8_CLIENT.secret,
    authorizeUrl: `${sandbox.servicem8Url}/oauth/authorize`,
    tokenUrl: `${sandbox.servicem8Url}/oauth/access_token`,
  })
  const fikenOAuth = createFikenOAuth({
    ...COMMON,
    clientId: FIKEN_CLIENT.id,
    clientSecret: FIKEN_CLIENT.secret,
    authorizeUrl: `${sandbox.fikenUrl}/oauth/authorize`,
    tokenUrl: `${sandbox.fikenUrl}/oauth/token`,
    revokeUrl: `${sandbox.fikenUrl}/oauth/revoke`,
  })
  const [servicem8Token, fikenToken] = [
    await connected(servicem8OAuth, scope),
    await connected(fikenOAuth),
  ]
  worldIsReady()
  return {
    servicem8Token,
    fikenToken,
    disconnect: () => fikenOAuth.revoke(fikenToken),
    servicem8: createServiceM8({
      ...COMMON,
      apiUrl: sandbox.servicem8Url,
      token: () => Promise.resolve(servicem8Token),
      limiter: (run) => run(),
    }),
    fiken: createFiken({
      ...COMMON,
      apiUrl: `${sandbox.fikenUrl}/api/v2`,
      token: () => Promise.resolve(fikenToken),
      limiter: (run) => run(),
    }),
  }
}

async function connected(oauth: OAuthClient, scope?: string): Promise<string> {
  const address = new URL(oauth.authorizeUrl({ state: 'state-1', redirectUri: REDIRECT }))
  address.searchParams.set('auto', '1')
  if (scope !== undefined) address.searchParams.set('scope', scope)
  const agreed = await fetch(address, { redirect: 'manual' })
  const back = new URL(agreed.headers.get('location') ?? 'http://none').searchParams
  const grant = await oauth.exchange({
    code: back.get('code') ?? '',
    state: 'state-1',
    redirectUri: REDIRECT,
  })
  return (await oauth.refresh(grant.refreshToken)).accessToken
}

/** Wraps a nested object of functions, and records which functions were called. */
export function watched<T extends object>(target: T): { client: T; uncalled: () => string[] } {
  const waiting = new Set<string>()
  const wrap = (value: object, path: string): object =>
    Object.fromEntries(
      Object.entries(value).map(([key, part]: [string, unknown]) => {
        const name = path ? `${path}.${key}` : key
        if (typeof part === 'function') {
          waiting.add(name)
          const call = (...args: unknown[]): unknown => {
            waiting.delete(name)
            return (part as (...args: unknown[]) => unknown)(...args)
          }
          return [key, call]
        }
        return [key, typeof part === 'object' && part !== null ? wrap(part, name) : part]
      }),
    )
  return { client: wrap(target, '') as T, uncalled: () => [...waiting] }
}

/**
 * Reads all pages and returns their rows.
 * @throws when a row could not be parsed
 */
export async function all<T>(
  pages: AsyncIterable<{ rows: T[]; unreadable: Error[] }>,
): Promise<T[]> {
  const rows: T[] = []
  for await (const page of pages) {
    const [unreadable] = page.unreadable
    if (unreadable) throw unreadable
    rows.push(...page.rows)
  }
  return rows
}
