import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ServiceM8Client } from '#clients/servicem8/client'
import { MOST_BYTES_FETCHED } from '#shared/attachments'

/** The fetched file; null when the file exceeds the maximum size. */
export type Fetched = { file: string; bytes: number } | null

/**
 * Streams a file from ServiceM8 to disk, and stops at the maximum size of files that are sent.
 * @throws ExternalError
 */
export async function fetchFile(
  servicem8: ServiceM8Client,
  uuid: string,
  file: string,
  signal: AbortSignal | undefined,
): Promise<Fetched> {
  let bytes = 0
  await servicem8.attachments.download(
    uuid,
    async (stream) => {
      bytes = 0
      await pipeline(
        Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]),
        async function* (pieces: AsyncIterable<Uint8Array>) {
          for await (const piece of pieces) {
            bytes += piece.byteLength
            if (bytes > MOST_BYTES_FETCHED) return
            yield piece
          }
        },
        createWriteStream(file),
      )
    },
    signal,
  )
  return bytes > MOST_BYTES_FETCHED ? null : { file, bytes }
}

export async function tailOf(file: string, bytes: number, length: number): Promise<Buffer> {
  const from = Math.max(0, bytes - length)
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(Math.min(length, bytes)),
      position: from,
    })
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
