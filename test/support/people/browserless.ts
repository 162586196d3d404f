import type * as z from 'zod/mini'
import type { Endpoint, ErrorAnswer } from '#shared/contract'

export interface Answer<T> {
  status: number
  body: T
  headers: Headers
}

/** A user's HTTP client. Keeps the cookie, sends the origin, and follows no redirects. */
export interface Visitor {
  /**
   * Calls a declared endpoint and returns the response body.
   * @throws unless the call succeeds
   */
  call<
    P extends z.ZodMiniType,
    Q extends z.ZodMiniType,
    B extends z.ZodMiniType,
    A extends z.ZodMiniType,
  >(
    endpoint: Endpoint<P, Q, B, A>,
    input?: { params?: z.input<P>; query?: z.input<Q>; body?: z.input<B>; file?: Blob },
  ): Promise<z.output<A>>
  /** Calls a declared endpoint and returns its response, whether it succeeds or fails. */
  tryCall<
    P extends z.ZodMiniType,
    Q extends z.ZodMiniType,
    B extends z.ZodMiniType,
    A extends z.ZodMiniType,
  >(
    endpoint: Endpoint<P, Q, B, A>,
    input?: { params?: z.input<P>; query?: z.input<Q>; body?: z.input<B>; file?: Blob },
  ): Promise<Answer<z.output<A> | ErrorAnswer>>
  fetch(path: string, init?: RequestInit): Promise<Response>
}

/** @param own headers that every request has, such as the name of its company */
export function createVisitor(baseUrl: string, own: HeadersInit = {}): Visitor {
  let cookie = ''

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(own)
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
    if (cookie) headers.set('cookie', cookie)
    headers.set('origin', baseUrl)
    const response = await fetch(new URL(path, baseUrl), { ...init, headers, redirect: 'manual' })
    for (const set of response.headers.getSetCookie()) {
      const pair = set.split(';')[0] ?? ''
      if (/^(__Host-)?sid=/.test(pair)) cookie = pair.endsWith('sid=') ? '' : pair
    }
    return response
  }

  const tryCall: Visitor['tryCall'] = async (endpoint, input = {}) => {
    const params = Object.fromEntries(Object.entries<unknown>(input.params ?? {}))
    const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) =>
      encodeURIComponent(String(params[name])),
    )
    const query = new URLSearchParams()
    for (const [key, value] of Object.entries<unknown>(input.query ?? {})) {
      if (typeof value === 'string' || typeof value === 'number') query.set(key, String(value))
    }
    const response = await send(query.size > 0 ? `${path}?${query}` : path, {
      method: endpoint.method,
      ...(input.body === undefined
        ? {}
        : { body: JSON.stringify(input.body), headers: { 'content-type': 'application/json' } }),
      ...(input.file ? { body: input.file } : {}),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: (text ? JSON.parse(text) : null) as never,
    }
  }

  return {
    fetch: send,
    tryCall,
    call: async (endpoint, input) => {
      const answer = await tryCall(endpoint, input)
      if (answer.status >= 300)
        throw new Error(
          `${endpoint.method} ${endpoint.path} answered ${answer.status}: ${JSON.stringify(answer.body)}`,
        )
      return answer.body as never
    },
  }
}
