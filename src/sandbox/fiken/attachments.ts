import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { StoredAttachment } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { fikenError } from './errors.ts'

const ALLOWED = /\.(png|jpe?g|gif|pdf)$/i

/** Takes a multipart upload; only the file's name is kept. Returns the new attachment's uuid. */
export function addAttachment(
  world: World,
  request: FastifyRequest,
  attachments: StoredAttachment[],
): string {
  if (!Buffer.isBuffer(request.body)) throw fikenError(415, 'Unsupported Media Type')
  const text = request.body.toString('latin1')
  const named =
    /name="filename"\r\n(?:[^\r\n]+\r\n)*\r\n([^\r\n]+)/.exec(text)?.[1] ??
    /filename="([^"]+)"/.exec(text)?.[1] ??
    ''
  if (!ALLOWED.test(named))
    throw fikenError(400, 'Only png, jpeg, jpg, gif and pdf files are accepted')
  const identifier = randomUUID()
  attachments.push({
    identifier,
    type: 'invoice',
    comment: named,
    downloadUrl: `${world.origins.fiken}/api/v2/files/${identifier}`,
  })
  return identifier
}
