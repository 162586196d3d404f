import { FIKEN_CLIENT, SERVICEM8_CLIENT } from './http/credentials.ts'
import type { Sandbox, World } from './start.ts'
import type { FikenCompany } from './world/state.ts'

const REDIRECT = 'http://127.0.0.1:1/callback'

export type Calls = (method: string, path: string, body?: unknown) => Promise<Response>

async function consentCode(url: string, query: Record<string, string>): Promise<string> {
  const answer = await fetch(
    `${url}?${new URLSearchParams({ response_type: 'code', redirect_uri: REDIRECT, state: 'abc', auto: '1', ...query })}`,
    { redirect: 'manual' },
  )
  return new URL(answer.headers.get('location') ?? 'http://none').searchParams.get('code') ?? ''
}

export interface Servicem8Session {
  accessToken: string
  refreshToken: string
  refresh: () => Promise<Response>
  /** Sends a request; a string body is sent as JSON, URLSearchParams as a form. */
  call: (method: string, path: string, body?: string | URLSearchParams) => Promise<Response>
}

export async function servicem8Tokens(sandbox: Sandbox, scope: string): Promise<Servicem8Session> {
  const url = `${sandbox.servicem8Url}/oauth`
  const credentials = { client_id: SERVICEM8_CLIENT.id, client_secret: SERVICEM8_CLIENT.secret }
  const code = await consentCode(`${url}/authorize`, { client_id: SERVICEM8_CLIENT.id, scope })
  const ask = (body: Record<string, string>): Promise<Response> =>
    fetch(`${url}/access_token`, {
      method: 'POST',
      body: new URLSearchParams({ ...credentials, ...body }),
    })
  const tokens = (await (
    await ask({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT })
  ).json()) as {
    access_token: string
    refresh_token: string
  }
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    refresh: () => ask({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token }),
    call: (method, path, body) =>
      fetch(`${sandbox.servicem8Url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${tokens.access_token}`,
          ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        },
        ...(body === undefined ? {} : { body }),
      }),
  }
}

const basic = `Basic ${Buffer.from(`${FIKEN_CLIENT.id}:${FIKEN_CLIENT.secret}`).toString('base64')}`

export async function fikenTokens(sandbox: Sandbox): Promise<{
  withoutState: () => Promise<Response>
  withBodyCredentials: () => Promise<Response>
  exchange: () => Promise<Response>
}> {
  const code = await consentCode(`${sandbox.fikenUrl}/oauth/authorize`, {
    client_id: FIKEN_CLIENT.id,
  })
  const body = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT }
  const ask = (
    fields: Record<string, string>,
    headers: Record<string, string>,
  ): Promise<Response> =>
    fetch(`${sandbox.fikenUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers,
    })
  return {
    withoutState: () => ask(body, { authorization: basic }),
    withBodyCredentials: () =>
      ask(
        { ...body, state: 'abc', client_id: FIKEN_CLIENT.id, client_secret: FIKEN_CLIENT.secret },
        {},
      ),
    exchange: () => ask({ ...body, state: 'abc' }, { authorization: basic }),
  }
}

export async function fikenCalls(sandbox: Sandbox): Promise<Calls> {
  const { exchange } = await fikenTokens(sandbox)
  const { access_token: token } = (await (await exchange()).json()) as { access_token: string }
  return (method, path, body) =>
    fetch(`${sandbox.fikenUrl}/api/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
}

/** Returns the id of a created record, the last segment of Location. */
export const idIn = (answer: Response): string | undefined =>
  answer.headers.get('location')?.split('/').at(-1)

export function plumbersBooks({ state }: World): FikenCompany {
  const company = state.fiken.companies['fjordvik-ror-as']
  if (!company) throw new Error('no company')
  return company
}

/**
 * Makes Fiken's lists and searches lag behind its writes by this many seconds; null freezes them.
 * Returns a function that ends the lag.
 * @param path regular expression that limits the lag to one list
 */
export function staleLists({ faults }: World, seconds: number | null, path = ''): () => void {
  const { id } = faults.add({ vendor: 'fiken', kind: 'stale', seconds, path })
  return () => faults.remove(id)
}
