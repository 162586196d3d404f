import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { FastifyReply } from 'fastify'
import type { StoredAttachment } from '../world/state.ts'
import type { World } from '../world/world.ts'
import type { Call } from './access.ts'
import { fikenError } from './errors.ts'

const ALLOWED = /\.(png|jpe?g|gif|pdf)$/i

/** Stores an upload's name, size and kind; as documented, only its address shows the name. */
export async function addAttachment(
  world: World,
  call: Call,
  place: { kind: 'draft' | 'invoice'; id: number; attachments: StoredAttachment[] },
): Promise<FastifyReply> {
  const { name, comment, file } = await readUpload(call)
  if (!ALLOWED.test(name))
    throw fikenError(400, 'Only png, jpeg, jpg, gif and pdf files are accepted')
  const identifier = randomUUID()
  place.attachments.push({
    identifier,
    type: 'invoice',
    ...(place.kind === 'draft' && comment ? { comment } : {}),
    downloadUrl: `${world.origins.fiken}/api/v2/files/${identifier}/${encodeURIComponent(name)}`,
  })
  world.ledger.filesAdded.push({
    at: Date.now(),
    slug: call.company.slug,
    place: place.kind,
    id: place.id,
    name,
    bytes: file.length,
    kind: kindOf(file),
  })
  world.touch()
  const folder = place.kind === 'draft' ? '/invoices/drafts' : '/invoices'
  return call.located(201, `${folder}/${place.id}/attachments/${identifier}`)
}

interface Upload {
  name: string
  comment: string
  file: Buffer
}

function readUpload({ request }: Call): Promise<Upload> {
  const { body } = request
  if (!Buffer.isBuffer(body)) throw fikenError(415, 'Unsupported Media Type')
  const type = request.headers['content-type'] ?? ''
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {}
    const pieces: Buffer[] = []
    let sentAs = ''
    const parser = new Busboy({ headers: { 'content-type': type } })
    parser.on('field', (field: string, value: string) => (fields[field] = value))
    parser.on('file', (_field: string, stream: Readable, filename: string) => {
      sentAs = filename
      stream.on('data', (piece: Buffer) => pieces.push(piece))
    })
    parser.on('error', () => reject(fikenError(400, 'Invalid multipart body')))
    parser.on('finish', () => {
      const { filename = sentAs, comment = '' } = fields
      resolve({ name: filename, comment, file: Buffer.concat(pieces) })
    })
    parser.end(body)
  })
}

const BEGINNINGS = [
  ['png', '89504e47'],
  ['jpeg', 'ffd8ff'],
  ['gif', '474946'],
  ['pdf', '25504446'],
] as const

function kindOf(file: Buffer) {
  const begins = file.subarray(0, 4).toString('hex')
  return BEGINNINGS.find(([, beginning]) => begins.startsWith(beginning))?.[0] ?? 'unknown'
}
