import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import type { FileRecipe } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { authorise, errorBody, hasScope, type RateLimiter } from './access.ts'

/** Serves attachments. Their bytes are generated on request from the recipe in the state. */
export function registerFiles(app: FastifyInstance, world: World, limiter: RateLimiter): void {
  app.get('/api_1.0/Attachment/:file', async (request, reply) => {
    const access = authorise(world, limiter, request, reply)
    if (!access || !hasScope(access, 'read_attachments', reply)) return reply
    const { file } = request.params as { file: string }
    const recipe = access.account.files?.[file.replace(/\.file$/, '')]
    if (!recipe || !file.endsWith('.file'))
      return reply.code(404).send(errorBody(404, 'File not found'))
    return reply.type('application/octet-stream').send(await contentOf(recipe))
  })
}

export async function contentOf(recipe: FileRecipe): Promise<Buffer | Readable> {
  switch (recipe.kind) {
    case 'photo':
      return photo(recipe)
    case 'pdf':
      return pdf(recipe.text)
    case 'bytes':
      return Buffer.from(recipe.base64, 'base64')
    case 'endless':
      return filler(recipe.head, recipe.bytes)
  }
}

function photo({ seed, width, height, format = 'jpeg' }: FileRecipe & { kind: 'photo' }) {
  const hue = (seed * 67) % 360
  const pipes = [0.22, 0.5, 0.78].map((at, index) => {
    const x = Math.round(width * at)
    const bore = Math.round(width * (0.05 + 0.015 * ((seed + index) % 3)))
    const valve = Math.round(height * (0.3 + 0.12 * ((seed + index) % 4)))
    return `<rect x="${x - bore / 2}" width="${bore}" height="${height}" fill="url(#metal)"/>
      <circle cx="${x}" cy="${valve}" r="${bore}" fill="hsl(${hue},60%,45%)" stroke="#2226" stroke-width="${bore / 6}"/>`
  })
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs>
      <linearGradient id="wall" y2="1"><stop stop-color="hsl(${hue},18%,82%)"/><stop offset="1" stop-color="hsl(${hue},22%,58%)"/></linearGradient>
      <linearGradient id="metal"><stop stop-color="#8a6a52"/><stop offset=".4" stop-color="#e0b894"/><stop offset="1" stop-color="#6d5241"/></linearGradient>
    </defs>
    <rect width="100%" height="100%" fill="url(#wall)"/>${pipes.join('')}</svg>`
  return sharp(Buffer.from(drawing), { limitInputPixels: false }).toFormat(format).toBuffer()
}

function pdf(text: string): Buffer {
  const line = text.replace(/[()\\]/g, ' ')
  const content = `BT /F1 18 Tf 60 760 Td (${line}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = Buffer.byteLength(file, 'latin1')
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const xref = Buffer.byteLength(file, 'latin1')
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

const CHUNK = Buffer.alloc(64 * 1024, 0x20)

function filler(head: string, bytes: number): Readable {
  return Readable.from(
    (function* () {
      yield Buffer.from(head, 'latin1')
      for (let left = bytes - head.length; left > 0; left -= CHUNK.length)
        yield left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK
    })(),
  )
}
