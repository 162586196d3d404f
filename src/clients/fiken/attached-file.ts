import { readRow } from '../http/row.ts'
import type { AttachedFile } from './types.ts'
import type { WireAttachment } from './wire.ts'

/** The endings that Fiken takes. */
export type AttachmentEnding = 'png' | 'jpeg' | 'gif' | 'pdf'

/** Longer names are cut; with the uuid and the ending they stay below what any system takes. */
const LONGEST_NAME = 60

/**
 * The name of a file that we send: its own, the uuid that it has where it comes from, and the ending
 * of what it is. By the uuid it is recognised in Fiken, whatever else is there.
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

/** In the file's own address the name comes last. */
const OWN =
  /-[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\.(png|jpeg|gif|pdf)(?=$|[?#])/i

/** Has the file a name that we give? A person's has not. */
export const isOwnFile = ({ texts }: Pick<AttachedFile, 'texts'>): boolean =>
  texts.some((text) => OWN.test(text))

/** Is it this one? */
export const isNamed = ({ texts }: Pick<AttachedFile, 'texts'>, uuid: string): boolean =>
  texts.some((text) => text.toLowerCase().includes(uuid.toLowerCase()))

/** @throws ExternalError bad_answer */
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
