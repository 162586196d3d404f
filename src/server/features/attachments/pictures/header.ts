export interface Header {
  format: 'jpeg' | 'png' | 'webp'
  width: number
  height: number
  channels: number
  bytesPerChannel: number
  progressive: boolean
  /** The samples per pixel in a JPEG: 1.5 for `4:2:0`, 3 for `4:4:4`. */
  samples: number
  turned: boolean
}

/**
 * The maximum number of pixels, as in the largest phone photos; a larger picture is not decoded.
 */
export const MOST_PIXELS = 120_000_000
/**
 * The memory limit in bytes for one picture's pixels; the process itself needs about 80 MB more.
 */
const MOST_BYTES_DECODED = 200_000_000
/**
 * The memory in bytes for a JPEG scaled down while it is decoded. The scale is 1/2, 1/4 or 1/8, and
 * leaves at least twice the wanted width or height.
 */
const SHRUNK_JPEG_BYTES = 3 * (2 * 2_400) ** 2

/**
 * Returns how many bytes of pixels decoding holds in memory at once. Most pictures are read line by
 * line, others only as a whole.
 */
export function bytesToDecode(header: Header): number {
  const { format, progressive, turned } = header
  const pixels = header.width * header.height
  const whole = pixels * header.channels * header.bytesPerChannel
  switch (format) {
    case 'jpeg':
      // libjpeg keeps two bytes per coefficient, and rotating makes a copy.
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
