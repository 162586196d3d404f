import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'

/** The largest body that any of our own calls takes. */
export const BODY_LIMIT = 1024 * 1024

/** The character U+0000 as JSON writes it; an even number of backslashes before it makes it ordinary text. */
const NUL_IN_JSON = /(?<!\\)(?:\\\\)*\\u0000/

/** PostgreSQL stores no such character, and nobody types one. */
function refusal(): Refusal {
  return new Refusal(400, 'invalid', 'Teksten inneholder et tegn som ikke kan lagres')
}

/**
 * Bodies are JSON and nothing else: a form on another site cannot send JSON without asking first. An empty body is no body, so that
 * a call with `content-type: application/json` and nothing in it is judged by its contract.
 */
export function onlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, undefined)
    else if (NUL_IN_JSON.test(body)) done(refusal())
    else void parse(request, body, done)
  })
}

/** The same character in an address. Vendors' calls are let through: their secret is only ever compared. */
export function refuseNulInAddress(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.url.includes('%00') && request.routeOptions.config.access !== 'webhook') throw refusal()
  })
}
