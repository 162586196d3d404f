import { decoder, type Decoded } from './decoder.ts'
import { mayBeDecoded, type Header } from './header.ts'
import type { Task } from './decoder-process.ts'

export interface Picture {
  companyId: string
  file: string
  signal: AbortSignal | undefined
}

/**
 * The reason why a picture is refused. `too_heavy` means that decoding exceeds, or would exceed,
 * the memory or time limit.
 */
export type Refusal = 'unreadable' | 'too_heavy'

const LARGE_BYTES = 4 * 1024 * 1024
const TOO_LONG = 4_096

export async function isLarge(picture: Picture, bytes: number): Promise<boolean | Refusal> {
  const header = await measured(picture)
  if (typeof header === 'string') return header
  return bytes > LARGE_BYTES || Math.max(header.width, header.height) > TOO_LONG
}

/**
 * Writes the photo as a smaller JPEG, upright and without metadata. Returns null on success,
 * otherwise the reason why the JPEG cannot be made.
 */
export const makeSmaller = (picture: Picture, into: string): Promise<Refusal | null> =>
  refusalOf(picture, { kind: 'smaller', file: picture.file, into })

/**
 * Returns true if no line of the picture is missing; an interrupted upload leaves a photo that ends
 * in grey.
 */
export const isWholeImage = async (picture: Picture): Promise<boolean> =>
  (await refusalOf(picture, { kind: 'check', file: picture.file })) !== 'unreadable'

export const makeThumbnail = (picture: Picture, into: string): Promise<Refusal | null> =>
  refusalOf(picture, { kind: 'thumbnail', file: picture.file, into })

async function refusalOf(picture: Picture, task: Task): Promise<Refusal | null> {
  const header = await measured(picture)
  if (typeof header === 'string') return header
  if (!mayBeDecoded(header)) return 'too_heavy'
  const decoded = await decode(picture, task)
  return typeof decoded === 'string' ? decoded : null
}

const measured = (picture: Picture): Promise<Header | Refusal> =>
  decode(picture, { kind: 'measure', file: picture.file })

const decode = ({ companyId, signal }: Picture, task: Task): Promise<Decoded> =>
  decoder.decode(companyId, task, signal)
