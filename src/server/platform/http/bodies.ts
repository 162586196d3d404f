import { isUtf8 } from 'node:buffer'
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { USUAL_BODY } from '#shared/contract'
import { nextTurn } from '../fairness/slices.ts'
import { HttpError } from '../http-error.ts'

/**
 * Accepts JSON bodies only, because a form on another site cannot send JSON without a CORS
 * preflight. An empty body counts as no body, so a request with `content-type: application/json`
 * and no content is validated against the endpoint's contract.
 */
export function onlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      const read = () => {
        // JSON is UTF-8 (RFC 8259 §8.1). Decoding would silently substitute replacement characters
        // for invalid bytes.
        if (!isUtf8(body)) return done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY())
        const text = body.toString('utf8')
        if (text.trim() === '') return done(null, undefined)
        if (isTooDeep(text)) return done(tooDeep())
        return parse(request, text, done)
      }
      whenItsTurn(body).then(read).catch(done)
    },
  )
}

/**
 * The size in bytes from which bodies are checked and parsed one per turn of the event loop. Several
 * that arrive together would otherwise be parsed one after the other while everybody else waits.
 */
const LARGE_BODY = 8 * 1024

const whenItsTurn = (body: Buffer) => (body.length < LARGE_BODY ? Promise.resolve() : nextTurn())

/**
 * The maximum nesting depth, deeper than any declared body: nested brackets take ten times as long
 * to parse.
 */
const MOST_LEVELS = 64

const tooDeep = () => new HttpError(400, 'invalid_json', 'Innholdet har for mange nivåer')

/** The JSON characters as codes: comparing them as strings would take longer than parsing. */
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

export interface BodyPace {
  graceMs: number
  /** The minimum bytes per second after the grace time, averaged from the beginning. */
  leastPerSecond: number
  mostMs: number
}

export const BODY_PACE: BodyPace = {
  graceMs: 30_000,
  leastPerSecond: 16 * 1024,
  mostMs: 5 * 60_000,
}

/**
 * Ends requests whose body arrives too slowly with status 408, because each of them holds a
 * connection and the part received so far. Node's own limit covers whole requests and has to allow
 * the longest.
 */
export function limitSlowBodies(app: FastifyInstance, pace: BodyPace): void {
  app.addHook('onRequest', async (request) => {
    if (!hasBody(request)) return
    const { raw } = request
    const started = performance.now()
    const before = raw.socket.bytesRead
    const look = () => {
      const ms = performance.now() - started
      // The first part of the body may have arrived together with the headers.
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

const LAST_WORD_MS = 2_000

/**
 * Ends the request by raising the error in the body's reader, which then sends the response; a
 * destroyed connection could carry no response.
 */
function end({ raw }: FastifyRequest): void {
  const error = new HttpError(408, 'too_slow', 'Forespørselen kom for langsomt. Prøv igjen.')
  if (raw.listenerCount('error') > 0) raw.emit('error', error)
  setTimeout(() => raw.destroy(), LAST_WORD_MS).unref()
}
