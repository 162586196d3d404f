import { isUtf8 } from 'node:buffer'
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { USUAL_BODY } from '#shared/contract'
import { HttpError } from '../http-error.ts'

/**
 * Accepts JSON bodies only: a form on another site cannot send JSON without a preflight. An empty
 * body counts as none, so a call with `content-type: application/json` and nothing in it is judged
 * by its contract.
 */
export function onlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      // JSON is UTF-8 (RFC 8259 §8.1). Decoding would replace anything else by replacement
      // characters.
      if (!isUtf8(body)) return done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY())
      const text = body.toString('utf8')
      if (text.trim() === '') done(null, undefined)
      else if (isTooDeep(text))
        done(new HttpError(400, 'invalid_json', 'Innholdet har for mange nivåer'))
      else Promise.resolve(parse(request, text, done)).catch(done)
    },
  )
}

/** Deeper than any declared body: nested brackets take ten times as long to parse. */
const MOST_LEVELS = 64

/**
 * The characters of JSON as numbers: comparing them as strings would take longer than the parser
 * does.
 */
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

/** The least speed at which a body must arrive. */
export interface BodyPace {
  /** The time before which no body is judged; a usual one has arrived whole by then. */
  graceMs: number
  /** The least speed after that, counted from the beginning. */
  leastPerSecond: number
  mostMs: number
}

export const BODY_PACE: BodyPace = {
  graceMs: 30_000,
  leastPerSecond: 16 * 1024,
  mostMs: 5 * 60_000,
}

/**
 * Ends calls whose body arrives too slowly, with 408: each holds a connection and the part received
 * so far. Node's own limit covers whole requests, and has to allow the longest of them.
 */
export function limitSlowBodies(app: FastifyInstance, pace: BodyPace): void {
  app.addHook('onRequest', async (request) => {
    if (!hasBody(request)) return
    const { raw } = request
    const started = performance.now()
    const before = raw.socket.bytesRead
    const look = () => {
      const ms = performance.now() - started
      // The first piece may have arrived with the head.
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

/** The time for the answer to go out. */
const LAST_WORD_MS = 2_000

/**
 * Raises the error in the reader of the body, which answers: a destroyed connection could carry no
 * answer.
 */
function end({ raw }: FastifyRequest): void {
  const error = new HttpError(408, 'too_slow', 'Forespørselen kom for langsomt. Prøv igjen.')
  if (raw.listenerCount('error') > 0) raw.emit('error', error)
  setTimeout(() => raw.destroy(), LAST_WORD_MS).unref()
}
