import type { IncomingMessage } from 'node:http'
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/contract'
import { HttpError } from '../http-error.ts'

export type FileRule = NonNullable<Endpoint['file']>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may be such a file. */
    file?: FileRule
  }
}

const TYPE: FileRule['type'] = 'text/csv'

/**
 * Lets a file through to the routes whose declaration takes one, unread: the handler reads it, and
 * nothing of it is kept that the handler does not keep. A form on another site cannot send the type
 * without asking first, as it cannot send JSON.
 */
export function letFilesThrough(app: FastifyInstance): void {
  app.addContentTypeParser(TYPE, (request, _payload, done) => {
    const { file } = request.routeOptions.config
    if (!file && !request.is404) return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE())
    if (file && Number(request.headers['content-length'] ?? 0) > file.mostBytes)
      return done(tooLarge(file))
    done(null, undefined)
  })
}

/** A file as it comes, with the charset that its sender names. */
export interface FileBody {
  bytes: AsyncIterable<Uint8Array>
  charset: string
}

/** The file that the request brings; null when its body is JSON, or there is none. */
export function fileOf(
  request: FastifyRequest,
  reply: FastifyReply,
  rule: FileRule | undefined,
): FileBody | null {
  const [type, ...parameters] = (request.headers['content-type'] ?? '').split(';')
  if (!rule || type?.trim().toLowerCase() !== rule.type) return null
  const charset = parameters
    .map((one) => /^\s*charset="?([\w.:-]+)"?\s*$/i.exec(one)?.[1])
    .find(Boolean)
  return { bytes: upTo(rule, request.raw, reply), charset: charset?.toLowerCase() ?? 'utf-8' }
}

/**
 * The bytes, until there are too many. A reader may stop before the end: the answer goes out, and
 * what is left comes in and is thrown away, because a sender who is cut off never reads the answer.
 */
async function* upTo(
  rule: FileRule,
  raw: IncomingMessage,
  reply: FastifyReply,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const piece of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += piece.length
      if (bytes > rule.mostBytes) {
        void reply.header('connection', 'close')
        throw tooLarge(rule)
      }
      yield piece
    }
  } catch (error) {
    if (raw.errored || raw.destroyed)
      throw new HttpError(400, 'incomplete', 'Filen kom ikke helt fram.')
    throw error
  } finally {
    raw.resume()
  }
}

const tooLarge = ({ mostBytes }: FileRule) =>
  new HttpError(
    413,
    'too_large',
    `Filen er for stor. Den kan være høyst ${mostBytes / 1_000_000} MB.`,
  )
