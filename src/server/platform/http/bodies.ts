import { isUtf8 } from 'node:buffer'
import { errorCodes, type FastifyInstance } from 'fastify'

/** The largest body that our own calls take, but for those that say otherwise (files). */
export const BODY_LIMIT = 1024 * 1024

/**
 * Bodies are JSON and nothing else: a form on another site cannot send JSON without asking first.
 * An empty body is no body, so that a call with `content-type: application/json` and nothing in
 * it is judged by its contract.
 */
export function onlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      // JSON is UTF-8 (RFC 8259 §8.1). Decoding would put a replacement character in the place of
      // anything else.
      if (!isUtf8(body)) return done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY())
      const text = body.toString('utf8')
      if (text.trim() === '') done(null, undefined)
      else Promise.resolve(parse(request, text, done)).catch(done)
    },
  )
}
