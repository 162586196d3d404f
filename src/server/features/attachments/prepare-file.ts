import { stat } from 'node:fs/promises'
import path from 'node:path'
import { fileTypeFromFile } from 'file-type'
import type { AttachmentEnding } from '#clients/fiken/attached-file'
import { ExternalError } from '#clients/http/external-error'
import type { ServiceM8Client } from '#clients/servicem8/client'
import { MOST_BYTES, MOST_BYTES_FETCHED, type AttachmentChoice } from '#shared/attachments'
import { contentKind, endsAs, TAIL_BYTES } from './content-kind.ts'
import { fetchFile, tailOf } from './fetch-file.ts'
import { isLarge, isWholeImage, makeSmaller } from './images.ts'

export interface Prepared {
  file: string
  ending: AttachmentEnding
  bytes: number
}

/** Why a file is not sent as it is; `left_out`: the setting does not mean it, by what it is. */
export type Refused = { refused: string } | 'left_out'

const EMPTY = 'Filen er tom.'
const UNREADABLE = 'Bildet kan ikke leses, så det sendes ikke.'
const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`
const TOO_LARGE = `Filen er større enn ${megabytes(MOST_BYTES)}.`
const FAR_TOO_LARGE = `Filen er større enn ${megabytes(MOST_BYTES_FETCHED)}.`

/**
 * Fetches a file into `folder` and makes it ready for Fiken. What it is, its content tells, not its
 * name; a photo that is too large is made smaller.
 *
 * @param choice the setting that the file was chosen by; null when a person has ticked it
 * @throws ExternalError, also when only a part of the file has come
 */
export async function prepareFile(
  servicem8: ServiceM8Client,
  uuid: string,
  {
    folder,
    choice,
    signal,
  }: { folder: string; choice: AttachmentChoice | null; signal: AbortSignal | undefined },
): Promise<Prepared | Refused> {
  const fetched = await fetchFile(servicem8, uuid, path.join(folder, 'fetched'), signal)
  if (!fetched) return { refused: FAR_TOO_LARGE }
  const { file, bytes } = fetched
  if (bytes === 0) return { refused: EMPTY }
  const kind = contentKind((await fileTypeFromFile(file))?.ext)
  if (kind.takes === null) return { refused: kind.why }
  if (choice === 'pdf' && kind.takes !== 'pdf') return 'left_out'
  if (!(await isWhole(file, bytes, kind.takes)))
    throw new ExternalError({
      vendor: 'servicem8',
      kind: 'bad_answer',
      doing: 'fetching a file',
      details: 'only a part of the file',
      retryable: true,
    })
  if (kind.takes === 'pdf' || kind.takes === 'gif')
    return bytes > MOST_BYTES ? { refused: TOO_LARGE } : { file, ending: kind.takes, bytes }
  const large = await isLarge(file, bytes)
  if (large === null) return { refused: UNREADABLE }
  if (!large) return { file, ending: kind.takes, bytes }
  const smaller = path.join(folder, 'smaller')
  if (!(await makeSmaller(file, smaller))) return { refused: UNREADABLE }
  const { size } = await stat(smaller)
  return size > MOST_BYTES ? { refused: TOO_LARGE } : { file: smaller, ending: 'jpeg', bytes: size }
}

async function isWhole(file: string, bytes: number, kind: AttachmentEnding): Promise<boolean> {
  const ends = endsAs(kind, await tailOf(file, bytes, TAIL_BYTES))
  return ends === 'perhaps' ? isWholeImage(file) : ends === 'yes'
}
