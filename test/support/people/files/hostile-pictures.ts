import { crc32, deflateSync } from 'node:zlib'

interface Png {
  width: number
  height: number
  bits?: 8 | 16
  interlaced?: boolean
  /** The number of bytes of pixel data, all zero; by default the number that the header implies. */
  data?: number
  moving?: boolean
}

/** Creates a PNG with an alpha channel by hand, so that the header need not match the data. */
export function png({ width, height, bits = 8, interlaced = false, ...more }: Png): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([bits, 6, 0, 0, interlaced ? 1 : 0], 8)
  const data = more.data ?? height * (1 + width * 4 * (bits / 8))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...(more.moving ? [chunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]))] : []),
    chunk('IDAT', deflateSync(Buffer.alloc(data))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(12 + data.length)
  whole.writeUInt32BE(data.length, 0)
  whole.write(type, 4, 'latin1')
  data.copy(whole, 8)
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length)
  return whole
}

/** Creates a vector drawing that takes long to render. */
export const svg = (circles = 20_000): Buffer =>
  Buffer.from(
    `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f"><feGaussianBlur stdDeviation="90"/></filter>${'<circle cx="2000" cy="2000" r="1900" filter="url(#f)"/>'.repeat(circles)}</svg>`,
  )

export const gif = (): Buffer => {
  const frame = '2c 00000000 0100 0100 00 02 02 4401 00'
  return Buffer.from(
    `474946383961 0100 0100 80 00 00 ffffff000000 ${frame} ${frame} 3b`.replaceAll(' ', ''),
    'hex',
  )
}
