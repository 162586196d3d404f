import { readRow } from '../http/row.ts'
import type { AttachedFile } from './types.ts'
import type { WireAttachment } from './wire.ts'

export type AttachmentEnding = 'png' | 'jpeg' | 'gif' | 'pdf'

/**
 * The most characters of the original name to keep, so that the uuid and the extension also fit
 * within every system's limit.
 */
const LONGEST_NAME = 60

/**
 * Returns the name for a file that we send, with a uuid that identifies the file among the others
 * in Fiken.
 */
export function ownFileName(name: string, uuid: string, ending: AttachmentEnding): string {
  const plain = name
    .normalize('NFC')
    .replace(/\.\w{1,5}$/, '')
    .replace(/[^\p{L}\p{N} _-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .trim()
  return `${plain === '' ? 'vedlegg' : plain}-${uuid}.${ending}`
}

const OWN =
  /-[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\.(png|jpeg|gif|pdf)(?=$|[?#])/i

/** Returns true for a file that we sent, false for a file that a user added. */
export const isOwnFile = ({ texts }: Pick<AttachedFile, 'texts'>): boolean =>
  texts.some((text) => OWN.test(text))

export const isNamed = ({ texts }: Pick<AttachedFile, 'texts'>, uuid: string): boolean =>
  texts.some((text) => text.toLowerCase().includes(uuid.toLowerCase()))

/**
 * Parses a file on a draft or invoice.
 * @throws ExternalError bad_answer
 */
export function parseAttached(value: unknown): AttachedFile {
  const row = readRow('fiken', 'attachment', value)
  const textIn = (field: keyof WireAttachment) => row.text(field).trim()
  return {
    id: textIn('uuid') || textIn('identifier'),
    texts: NAMED_IN.map(textIn).filter((text) => text !== ''),
  }
}

const NAMED_IN = [
  'filename',
  'comment',
  'identifier',
  'downloadUrl',
  'downloadUrlWithFikenNormalUserCredentials',
] as const satisfies readonly (keyof WireAttachment)[]
