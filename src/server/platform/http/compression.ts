import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const compress = promisify(gzip)

/**
 * The smallest response to compress, about one network packet; compressing smaller responses gains
 * nothing.
 */
const WORTHWHILE_BYTES = 1_024
const COMPRESSIBLE = /^(?:application\/json|text\/html)\b/

/**
 * Compresses JSON and HTML responses for clients that accept gzip: twenty rows of transfers are 28
 * kB, compressed 3 kB. Built files are already compressed, and streams are left alone. No response
 * combines a secret with text that another site can inject, so the compressed length reveals
 * nothing.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (!isWhole || Buffer.byteLength(payload) < WORTHWHILE_BYTES) return payload
    if (!COMPRESSIBLE.test(String(reply.getHeader('content-type')))) return payload
    if (reply.hasHeader('content-encoding')) return payload
    const vary = reply.getHeader('vary')
    reply.header(
      'vary',
      vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`,
    )
    if (!readsGzip(request.headers['accept-encoding'])) return payload
    reply.removeHeader('content-length').header('content-encoding', 'gzip')
    return compress(payload)
  })
}

function readsGzip(accepted: string | string[] | undefined): boolean {
  return String(accepted ?? '')
    .split(',')
    .some((each) => /^\s*(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/i.test(each))
}
