import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '../http-error.ts'

const SENTENCE = 'Teksten inneholder et tegn som ikke kan lagres'

/**
 * NUL and half of a character in an address. The half is ED A0..BF in UTF-8; in whole characters
 * no A0..BF follows ED. The query's parser leaves such bytes as they were written, so they have
 * to be found here.
 */
const UNSTORABLE_IN_ADDRESS = /%00|%ed%[ab][0-9a-f]/i

/**
 * The first text of a parsed value that PostgreSQL cannot store: one with NUL, or with half of a
 * character that takes two (an unpaired surrogate, which JSON can write as "\ud800"). Keys count
 * as text.
 *
 * @returns where it is, as `line.0.text` ('' = the value itself, or a key of it), or null
 */
export function unstorableText(value: unknown): string | null {
  const rest: { at: string; value: unknown }[] = [{ at: '', value }]
  // No recursion: a body may be nested as deep as it is long.
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { at, value } = next
    if (typeof value === 'string' && !isStorable(value)) return at
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) return at
      rest.push({ at: at === '' ? key : `${at}.${key}`, value: inner })
    }
  }
  return null
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

/** The answer to text that cannot be stored: 400 `invalid`, on the field when there is one. */
export function unstorable(field = ''): HttpError {
  return new HttpError(400, 'invalid', SENTENCE, {
    fields: field === '' ? {} : { [field]: SENTENCE },
  })
}

/**
 * Refuses calls with such text in the address or the body, before they are validated. Not a
 * vendor's calls: an unknown secret has to be answered 410 whatever was posted, so their handler
 * asks this file itself.
 */
export function refuseUnstorableText(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.config.access === 'webhook') return
    if (hasUnstorableAddress(request)) throw unstorable()
    const field = unstorableText(request.body)
    if (field !== null) throw unstorable(field)
  })
}

export function hasUnstorableAddress(request: FastifyRequest): boolean {
  return UNSTORABLE_IN_ADDRESS.test(request.url)
}
