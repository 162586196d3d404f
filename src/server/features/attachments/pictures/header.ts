/** A picture's header, known before any of it is decoded. */
export interface Header {
  format: 'jpeg' | 'png' | 'webp'
  width: number
  height: number
  channels: number
  bytesPerChannel: number
  /** True when interlaced, or a progressive JPEG: no line is complete before the last byte is read. */
  progressive: boolean
  /** A JPEG's samples per pixel: 1.5 for `4:2:0`, 3 for `4:4:4`. */
  samples: number
  /** True when it must be rotated or mirrored. */
  turned: boolean
}

/** The most pixels that a phone's photo has; a picture that states more is not decoded. */
export const MOST_PIXELS = 120_000_000
/** The memory limit for one picture's pixels; the process itself needs some 80 MB more. */
const MOST_BYTES_DECODED = 200_000_000
/** A JPEG is decoded at half, a quarter or an eighth of its size, down to twice the wanted side. */
const SHRUNK_JPEG_BYTES = 3 * (2 * 2_400) ** 2

/**
 * Returns the memory that decoding needs for pixels at the same time. Most pictures are read line by line,
 * others only as a whole.
 */
export function bytesToDecode(header: Header): number {
  const { format, progressive, turned } = header
  const pixels = header.width * header.height
  const whole = pixels * header.channels * header.bytesPerChannel
  switch (format) {
    case 'jpeg':
      // libjpeg keeps the coefficients, two bytes each, and rotating takes a copy.
      return (
        (progressive ? pixels * header.samples * 2 : 0) +
        (turned ? Math.min(whole, SHRUNK_JPEG_BYTES) : 0)
      )
    case 'png':
      return (progressive ? whole : 0) + (turned ? whole : 0)
    case 'webp':
      return whole * (turned ? 2 : 1)
  }
}

export const mayBeDecoded = (header: Header): boolean =>
  header.width * header.height <= MOST_PIXELS && bytesToDecode(header) <= MOST_BYTES_DECODED
