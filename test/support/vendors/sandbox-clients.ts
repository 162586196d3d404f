import { setTimeout as sleep } from 'node:timers/promises'
import { createFikenOAuth } from '#clients/fiken/oauth'
import type { OAuthClient, TokenSet } from '#clients/oauth'
import { FIKEN_CLIENT } from '#sandbox/http/credentials'
import type { Sandbox } from '#sandbox/start'

const REDIRECT = 'http://127.0.0.1:1/callback'

export const clientBasics = {
  clock: { now: () => Date.now(), sleep: (ms: number) => sleep(ms) },
  userAgent: 'Fakturabro/test',
}

export async function consent(oauth: OAuthClient): Promise<TokenSet> {
  const page = `${oauth.authorizeUrl({ state: 'state-1', redirectUri: REDIRECT })}&auto=1`
  const answer = await fetch(page, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? 'http://none').searchParams
  if (back.get('state') !== 'state-1') throw new Error('the vendor changed the state')
  return oauth.exchange({ code: back.get('code') ?? '', state: 'state-1', redirectUri: REDIRECT })
}

export function fikenOAuthOf({ fikenUrl }: Sandbox): OAuthClient {
  return createFikenOAuth({
    ...clientBasics,
    clientId: FIKEN_CLIENT.id,
    clientSecret: FIKEN_CLIENT.secret,
    authorizeUrl: `${fikenUrl}/oauth/authorize`,
    tokenUrl: `${fikenUrl}/oauth/token`,
    revokeUrl: `${fikenUrl}/oauth/revoke`,
  })
}

export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(
    run: () => Promise<T>,
    { beforeSend }: { beforeSend?: () => Promise<void> } = {},
  ): Promise<T> => {
    const send = async () => {
      await beforeSend?.()
      return run()
    }
    const next = last.then(send, send)
    last = next.catch(() => undefined)
    return next
  }
}
