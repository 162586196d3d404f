import pLimit from 'p-limit'

/**
 * Photos made smaller. One at a time in a process, with one thread and no cache, so that memory stays
 * small whatever comes; the library is loaded with the first photo.
 */
const oneAtATime = pLimit(1)

async function library() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/** Longer than this on a side is more than anybody sees on an invoice. */
const LONGEST_SIDE = 2_400
const TOO_LONG = 4_096
/** Photos of more are made smaller; the rest goes as it is. */
const LARGE_BYTES = 4 * 1024 * 1024
/** As a phone makes them; what claims to be more is not decoded at all. */
const MOST_PIXELS = 120_000_000
const THUMBNAIL_SIDE = 240

/** Null when it cannot be read as an image. */
async function sizeOf(file: string): Promise<{ width: number; height: number } | null> {
  const sharp = await library()
  try {
    const { width, height } = await sharp(file, { limitInputPixels: MOST_PIXELS }).metadata()
    return { width, height }
  } catch {
    return null
  }
}

/** Should it be made smaller before it is sent? Null when it is no image that can be read. */
export async function isLarge(file: string, bytes: number): Promise<boolean | null> {
  const size = await sizeOf(file)
  return size && (bytes > LARGE_BYTES || Math.max(size.width, size.height) > TOO_LONG)
}

/**
 * Writes the photo as a smaller JPEG, upright and without what a phone writes beside it. False when
 * it cannot be read.
 */
export function makeSmaller(file: string, smaller: string): Promise<boolean> {
  return oneAtATime(async () => {
    const sharp = await library()
    try {
      await sharp(file, { limitInputPixels: MOST_PIXELS, sequentialRead: true })
        .autoOrient()
        .resize({
          width: LONGEST_SIDE,
          height: LONGEST_SIDE,
          fit: 'inside',
          withoutEnlargement: true,
        })
        .flatten({ background: '#ffffff' })
        .jpeg({ quality: 82 })
        .toFile(smaller)
      return true
    } catch {
      return false
    }
  })
}

/** Is every line of it there? A transfer that broke off leaves a photo that ends in grey. */
export function isWholeImage(file: string): Promise<boolean> {
  return oneAtATime(async () => {
    const sharp = await library()
    try {
      await sharp(file, {
        limitInputPixels: MOST_PIXELS,
        sequentialRead: true,
        failOn: 'truncated',
      })
        .resize({ width: 16, height: 16, fit: 'inside' })
        .toBuffer()
      return true
    } catch {
      return false
    }
  })
}

/** A small picture of a photo, always in one format; null when it cannot be read. */
export function thumbnailOf(file: string): Promise<Buffer | null> {
  return oneAtATime(async () => {
    const sharp = await library()
    try {
      return await sharp(file, { limitInputPixels: MOST_PIXELS, sequentialRead: true })
        .autoOrient()
        .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'cover' })
        .webp({ quality: 70 })
        .toBuffer()
    } catch {
      return null
    }
  })
}
