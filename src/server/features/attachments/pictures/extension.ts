import { open } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'

const HEAD_BYTES = 64 * 1024

/**
 * Returns the file extension, such as `jpg`, that matches the file's content; undefined for unknown
 * content.
 */
export async function extensionOf(file: string): Promise<string | undefined> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(HEAD_BYTES) })
    const head = buffer.subarray(0, bytesRead)
    return pngKind(head) ?? (await fileTypeFromBuffer(head))?.ext
  } finally {
    await handle.close()
  }
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/**
 * Returns `png`, `apng` for an animated PNG, or null for files that are not PNG. An animated PNG
 * declares its animation before the image data (PNG 3, §4.9). A PNG whose first chunks exceed the
 * examined bytes is treated as not animated: colour profiles can be that long, and animated
 * pictures do not have them.
 */
function pngKind(head: Buffer): 'png' | 'apng' | null {
  if (!head.subarray(0, PNG.length).equals(PNG)) return null
  for (let at = PNG.length; at + 8 <= head.length; at += 12 + head.readUInt32BE(at)) {
    const type = head.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return 'apng'
    if (type === 'IDAT') return 'png'
  }
  return 'png'
}
