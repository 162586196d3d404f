import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '../http-error.ts'

const SENTENCE = 'Teksten inneholder et tegn som ikke kan lagres'

/**
 * NUL bytes and unpaired surrogates in an address. In UTF-8 a surrogate is ED A0..BF; in valid
 * characters no A0..BF follows ED. The query parser leaves such bytes encoded, so they have to be
 * detected here.
 */
const UNSTORABLE_IN_ADDRESS = /%00|%ed%[ab][0-9a-f]/i

/**
 * Finds the first string in a parsed value that PostgreSQL cannot store: a string with NUL, or with
 * an unpaired surrogate (which JSON can write as "\ud800"). Object keys are checked too.
 * @returns the string's path, such as `line.0.text` ('' for the value itself or one of its keys),
 * or null
 */
export function unstorableText(value: unknown): string | null {
  // The traversal is iterative, because a body can be deeply nested.
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

export function unstorable(field = ''): HttpError {
  return new HttpError(400, 'invalid', SENTENCE, {
    fields: field === '' ? {} : { [field]: SENTENCE },
  })
}

/**
 * Refuses requests with text that PostgreSQL cannot store, in the address or in the declared parts
 * of the body; undeclared parts are never stored. Webhooks are exempt: an unknown secret must get
 * 410 whatever the body is, so the webhook handler calls these functions itself.
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
