import { isUtf8 } from 'node:buffer'
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { USUAL_BODY } from '#shared/contract'
import { HttpError } from '../http-error.ts'

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
      else if (isTooDeep(text))
        done(new HttpError(400, 'invalid_json', 'Innholdet har for mange nivåer'))
      else Promise.resolve(parse(request, text, done)).catch(done)
    },
  )
}

/** Deeper than anything that is declared: brackets in brackets take ten times as long to read. */
const MOST_LEVELS = 64

/** The signs of JSON as numbers: looked at as texts, they would take longer than the parser does. */
const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [LIST, END_OF_LIST, OBJECT, END_OF_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

function isTooDeep(json: string): boolean {
  let levels = 0
  let isText = false
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (isText) {
      if (code === BACKSLASH) at += 1
      else if (code === QUOTE) isText = false
    } else if (code === QUOTE) isText = true
    else if (code === LIST || code === OBJECT) {
      levels += 1
      if (levels > MOST_LEVELS) return true
    } else if (code === END_OF_LIST || code === END_OF_OBJECT) levels -= 1
  }
  return false
}

/** How fast a body has to come. */
export interface BodyPace {
  /** Whatever comes within this time is fast enough; a usual body has all of it. */
  graceMs: number
  /** Then this many bytes a second, counted from the beginning. */
  leastPerSecond: number
  mostMs: number
}

export const BODY_PACE: BodyPace = {
  graceMs: 30_000,
  leastPerSecond: 16 * 1024,
  mostMs: 5 * 60_000,
}

/**
 * Ends calls whose body comes too slowly, with 408: each holds a connection and what has come of it.
 * Node's own limit is on whole requests, and as long as the longest of them may take.
 */
export function limitSlowBodies(app: FastifyInstance, pace: BodyPace): void {
  app.addHook('onRequest', async (request) => {
    if (!hasBody(request)) return
    const { raw } = request
    const started = performance.now()
    const before = raw.socket.bytesRead
    const look = () => {
      const ms = performance.now() - started
      // With its head the first piece of it may have come.
      const bytes = raw.socket.bytesRead - before + USUAL_BODY
      const isSlow = bytes < (pace.leastPerSecond * ms) / 1_000
      if (isSlow || ms >= pace.mostMs) end(request)
      else looks = setTimeout(look, Math.min(pace.graceMs / 6, pace.mostMs - ms)).unref()
    }
    let looks = setTimeout(look, pace.graceMs).unref()
    raw.once('close', () => clearTimeout(looks))
  })
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** For the answer to go out. */
const LAST_WORD_MS = 2_000

/** Whoever reads the body is told, and answers; destroyed, the connection could carry no answer. */
function end({ raw }: FastifyRequest): void {
  const error = new HttpError(408, 'too_slow', 'Forespørselen kom for langsomt. Prøv igjen.')
  if (raw.listenerCount('error') > 0) raw.emit('error', error)
  setTimeout(() => raw.destroy(), LAST_WORD_MS).unref()
}
