import type { IncomingMessage } from 'node:http'
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/contract'
import { HttpError } from '../http-error.ts'

export type FileRule = NonNullable<Endpoint['file']>

declare module 'fastify' {
  interface FastifyContextConfig {
    file?: FileRule
  }
}

const TYPE: FileRule['type'] = 'text/csv'

/**
 * Passes file uploads unread to routes that declare a file; the handler reads the file and keeps
 * only what it needs. A form on another site cannot send this content type, or JSON, without a CORS
 * preflight.
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

export interface FileBody {
  bytes: AsyncIterable<Uint8Array>
  charset: string
}

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
 * Yields the file's bytes up to the limit. If the reader stops early, the rest of the file is still
 * received and discarded, because a client whose connection is closed never reads the response.
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
