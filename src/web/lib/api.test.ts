import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#shared/contract'
import { ApiError, call, errorText, errorTextBelow, listenForUnauthorized, urlOf } from './api.ts'

const readThing = endpoint({
  method: 'GET',
  path: '/api/things/:id',
  access: 'user',
  act: 'read',
  summary: '',
  params: z.object({ id: z.string() }),
  query: z.object({ q: z.optional(z.string()), limit: z.optional(z.number()) }),
  answer: z.object({ name: z.string() }),
})
const makeThing = endpoint({
  method: 'POST',
  path: '/api/things',
  access: 'user',
  act: 'products',
  changes: [],
  summary: '',
  body: z.object({ name: z.string() }),
  answer: z.object({ ok: z.boolean() }),
})

const fetched = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
  listenForUnauthorized(() => {})
})

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ApiError)) throw new Error('expected an ApiError')
  return error
}

describe('a call', () => {
  it('fills the path, leaves empty query values out and sends the cookies', async () => {
    fetched.mockResolvedValue(Response.json({ name: 'A' }))
    await expect(
      call(readThing, { params: { id: 'a/b' }, query: { q: '', limit: 5 } }),
    ).resolves.toEqual({ name: 'A' })
    const [url, options] = fetched.mock.calls[0] ?? []
    expect(url).toBe('/api/things/a%2Fb?limit=5')
    expect(options).toMatchObject({ method: 'GET', credentials: 'include' })
    expect(options?.headers).not.toHaveProperty('content-type')
  })
  it('sends a body as JSON', async () => {
    fetched.mockResolvedValue(Response.json({ ok: true }))
    await call(makeThing, { body: { name: 'æ' } })
    const options = fetched.mock.calls[0]?.[1]
    expect(options?.body).toBe('{"name":"æ"}')
    expect(options?.headers).toMatchObject({ 'content-type': 'application/json' })
  })
  it('turns any other answer into an error: the raw form as message, the sentence for people as text', async () => {
    fetched.mockResolvedValue(
      Response.json({ message: 'Finnes ikke', code: 'not_found' }, { status: 404 }),
    )
    const error = await failure(call(readThing, { params: { id: '1' } }))
    expect(error.message).toBe('404: {"message":"Finnes ikke","code":"not_found"}')
    expect(error).toMatchObject({ status: 404, code: 'not_found', text: 'Finnes ikke' })
    expect(errorText(error)).toBe('Finnes ikke')
  })
  it('uses the status text when the body is empty, and the fallback for people', async () => {
    fetched.mockResolvedValue(new Response('', { status: 502, statusText: 'Bad Gateway' }))
    const error = await failure(call(readThing, { params: { id: '1' } }))
    expect(error.message).toBe('502: Bad Gateway')
    expect(errorText(error)).toBe('Ukjent feil')
  })
  it('does not say below a title what the title says', async () => {
    const said = async (message: string) => {
      fetched.mockResolvedValue(Response.json({ message, code: 'x' }, { status: 503 }))
      const error = await failure(call(readThing, { params: { id: '1' } }))
      return errorTextBelow('Kunne ikke hente filene', error)
    }
    expect(await said('Kunne ikke hente filene fra ServiceM8. ServiceM8 svarer ikke.')).toBe(
      'ServiceM8 svarer ikke.',
    )
    expect(await said('Kunne ikke hente filene fra ServiceM8.')).toBe(
      'Kunne ikke hente filene fra ServiceM8.',
    )
    expect(await said('Vent litt. Prøv igjen.')).toBe('Vent litt. Prøv igjen.')
  })
  it('says so when the server cannot be reached', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    expect(await failure(call(readThing, { params: { id: '1' } }))).toMatchObject({
      status: 0,
      code: 'network',
    })
  })
  it('reports a 401 before the caller gets it', async () => {
    const reported: string[] = []
    listenForUnauthorized((error, path) => reported.push(`${error.code} ${path}`))
    fetched.mockResolvedValue(
      Response.json({ message: 'Logg inn', code: 'unauthenticated' }, { status: 401 }),
    )
    await failure(call(readThing, { params: { id: '1' } }))
    expect(reported).toEqual(['unauthenticated /api/things/:id'])
  })
})

describe('an address', () => {
  it('has no question mark without a query', () => {
    expect(urlOf({ path: '/api/x' }, undefined, { a: undefined })).toBe('/api/x')
  })
})
