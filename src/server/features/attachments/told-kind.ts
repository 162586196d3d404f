import type { Attachment } from '#clients/servicem8/types'
import type { ToldKind } from '#shared/attachments'

const KINDS: ReadonlyMap<string, ToldKind> = new Map([
  ['.pdf', 'pdf'],
  ...['.jpg', '.jpeg', '.png', '.gif', '.heic', '.heif', '.webp', '.tif', '.tiff', '.bmp'].map(
    (ending) => [ending, 'image'] as const,
  ),
  ...['.mp4', '.mov', '.avi', '.m4a', '.mp3', '.wav', '.doc', '.docx', '.xls', '.xlsx'].map(
    (ending) => [ending, 'other'] as const,
  ),
  ...['.txt', '.csv', '.zip', '.htm', '.html', '.xml', '.json', '.msg', '.eml'].map(
    (ending) => [ending, 'other'] as const,
  ),
])

/** Returns a file's kind by the ending that ServiceM8 states, or by its name. */
export function toldKind({ fileType, name }: Pick<Attachment, 'fileType' | 'name'>): ToldKind {
  const ending = fileType || (/\.\w{1,5}$/.exec(name)?.[0] ?? '')
  const dotted = ending.startsWith('.') ? ending : `.${ending}`
  return KINDS.get(dotted.toLowerCase()) ?? 'unknown'
}

const OWN_DOCUMENTS: ReadonlySet<string> = new Set(['INVOICE', 'QUOTE'])

/** Returns true for ServiceM8's own invoice or quote, which the draft in Fiken replaces. */
export const isOwnDocument = ({ source }: Pick<Attachment, 'source'>): boolean =>
  OWN_DOCUMENTS.has(source)
