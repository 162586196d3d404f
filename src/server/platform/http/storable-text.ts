import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '../http-error.ts'

const SENTENCE = 'Teksten inneholder et tegn som ikke kan lagres'

/**
 * NUL and unpaired surrogates in an address. A surrogate is ED A0..BF in UTF-8; in valid characters
 * no A0..BF follows ED. The query's parser leaves such bytes encoded, so they have to be found
 * here.
 */
const UNSTORABLE_IN_ADDRESS = /%00|%ed%[ab][0-9a-f]/i

/**
 * Finds the first text of a parsed value that PostgreSQL cannot store: one with NUL, or with an
 * unpaired surrogate (which JSON can write as "\ud800"). Keys count as text.
 * @returns its path, such as `line.0.text` ('' for the value itself, or a key of it), or null
 */
export function unstorableText(value: unknown): string | null {
  // Iterative: a body may be nested as deep as it is long.
  const rest: Inner[] = []
  const look = (inner: unknown, key: string, around: Inner | null): string | null => {
    if (typeof inner === 'string') return isStorable(inner) ? null : pathOf(key, around)
    if (typeof inner === 'object' && inner !== null && !Buffer.isBuffer(inner))
      rest.push({ value: inner, key, around })
    return null
  }
  let found = look(value, '', null)
  for (let next = rest.pop(); next && found === null; next = rest.pop()) {
    const within = next.value
    if (Array.isArray(within)) {
      for (let at = within.length - 1; at >= 0 && found === null; at -= 1)
        found = look(within[at], String(at), next)
      continue
    }
    for (const [key, inner] of Object.entries(within)) {
      if (found !== null) break
      found = isStorable(key) ? look(inner, key, next) : pathOf(next.key, next.around)
    }
  }
  return found
}

interface Inner {
  value: object
  key: string
  around: Inner | null
}

function pathOf(key: string, around: Inner | null): string {
  const keys = [key]
  for (let one = around; one; one = one.around) keys.push(one.key)
  return keys.reverse().filter(Boolean).join('.')
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

/** The error for text that cannot be stored: 400 `invalid`, on the field when there is one. */
export function unstorable(field = ''): HttpError {
  return new HttpError(400, 'invalid', SENTENCE, {
    fields: field === '' ? {} : { [field]: SENTENCE },
  })
}

/**
 * Refuses calls with unstorable text in the address, or in the declared parts of the body;
 * undeclared parts are stored nowhere, and may be anything. Exempts webhooks: an unknown secret has
 * to be answered 410 whatever was posted, so their handler calls these functions itself.
 */
export function refuseUnstorableText(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.config.access === 'webhook') return
    if (hasUnstorableAddress(request)) throw unstorable()
  })
  app.addHook('preHandler', async (request) => {
    const { config, schema } = request.routeOptions
    if (config.access === 'webhook' || !schema?.body) return
    const field = unstorableText(request.body)
    if (field !== null) throw unstorable(field)
  })
}

export function hasUnstorableAddress(request: FastifyRequest): boolean {
  return UNSTORABLE_IN_ADDRESS.test(request.url)
}
