import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { AttachmentEnding } from '#clients/fiken/attached-file'
import { ExternalError } from '#clients/http/external-error'
import type { ServiceM8Client } from '#clients/servicem8/client'
import { MOST_BYTES, MOST_BYTES_FETCHED, type AttachmentChoice } from '#shared/attachments'
import { contentKind, endsAs, TAIL_BYTES, type ContentKind } from './content-kind.ts'
import { fetchFile, tailOf } from './fetch-file.ts'
import { extensionOf } from './pictures/extension.ts'
import {
  isLarge,
  isWholeImage,
  makeSmaller,
  type Picture,
  type Refusal,
} from './pictures/pictures.ts'

export interface Prepared {
  file: string
  ending: AttachmentEnding
  bytes: number
}

export type Refused = { refused: string } | 'left_out'

const EMPTY = 'Filen er tom.'
const UNPREPARED: Record<Refusal, string> = {
  unreadable: 'Bildet kan ikke leses, så det sendes ikke.',
  too_heavy: 'Bildet er for stort til å gjøres mindre, så det sendes ikke.',
}
const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`
const TOO_LARGE = `Filen er større enn ${megabytes(MOST_BYTES)}.`
const FAR_TOO_LARGE = `Filen er større enn ${megabytes(MOST_BYTES_FETCHED)}.`

/**
 * Fetches a file into `folder`, determines its type by content, and scales down a large photo.
 * @param choice the setting that selected the file; null when the user has selected it
 * @throws ExternalError, also when only part of the file was received; DecodingStopped
 */
export async function prepareFile(
  servicem8: ServiceM8Client,
  uuid: string,
  {
    companyId,
    folder,
    choice,
    signal,
  }: {
    companyId: string
    folder: string
    choice: AttachmentChoice | null
    signal: AbortSignal | undefined
  },
): Promise<Prepared | Refused> {
  const fetched = await fetchFile(servicem8, uuid, path.join(folder, 'fetched'), signal)
  if (!fetched) return { refused: FAR_TOO_LARGE }
  const { file, bytes } = fetched
  if (bytes === 0) return { refused: EMPTY }
  const kind = contentKind(await extensionOf(file))
  if (kind.takes === null) return { refused: kind.why }
  if (choice === 'pdf' && kind.takes !== 'pdf') return 'left_out'
  const picture = { companyId, file, signal }
  if (!(await isWhole(picture, bytes, kind)))
    throw new ExternalError({
      vendor: 'servicem8',
      kind: 'bad_answer',
      doing: 'fetching a file',
      details: 'only a part of the file',
      retryable: true,
    })
  if (!kind.photo)
    return bytes > MOST_BYTES ? { refused: TOO_LARGE } : { file, ending: kind.takes, bytes }
  const large = await isLarge(picture, bytes)
  if (typeof large === 'string') return { refused: UNPREPARED[large] }
  if (!large) return { file, ending: kind.takes, bytes }
  const smaller = path.join(folder, 'smaller')
  const refusal = await makeSmaller(picture, smaller)
  if (refusal) return { refused: UNPREPARED[refusal] }
  const { size } = await stat(smaller)
  return size > MOST_BYTES ? { refused: TOO_LARGE } : { file: smaller, ending: 'jpeg', bytes: size }
}

async function isWhole(
  picture: Picture,
  bytes: number,
  { takes, photo }: Extract<ContentKind, { photo: boolean }>,
): Promise<boolean> {
  const ends = endsAs(takes, await tailOf(picture.file, bytes, TAIL_BYTES))
  return ends === 'perhaps' && photo ? isWholeImage(picture) : ends === 'yes'
}
