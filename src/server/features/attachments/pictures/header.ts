/** What a picture says of itself before any of it is decoded. */
export interface Header {
  format: 'jpeg' | 'png' | 'webp'
  width: number
  height: number
  channels: number
  bytesPerChannel: number
  /** Interlaced, or a progressive JPEG: no line is whole before the last byte is read. */
  progressive: boolean
  /** How many samples a JPEG has for a pixel: `4:2:0` has 1.5, `4:4:4` 3. */
  samples: number
  /** It lies on its side, or is mirrored. */
  turned: boolean
}

/** As a phone makes them; what claims to be more is not decoded at all. */
export const MOST_PIXELS = 120_000_000
/** For the pixels of one picture; beside them the process needs some 80 MB. */
const MOST_BYTES_DECODED = 200_000_000
/** A JPEG is decoded in half, a quarter or an eighth, down to twice the side that is wanted. */
const SHRUNK_JPEG_BYTES = 3 * (2 * 2_400) ** 2

/**
 * Memory that decoding needs for pixels at the same time. Most pictures are read line by line,
 * whatever their size; others only as a whole.
 */
export function bytesToDecode(header: Header): number {
  const { format, progressive, turned } = header
  const pixels = header.width * header.height
  const whole = pixels * header.channels * header.bytesPerChannel
  switch (format) {
    case 'jpeg':
      // libjpeg keeps the coefficients, two bytes each, and what is to be turned is copied.
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
