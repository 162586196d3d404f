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

/**
 * Returns a file's type, derived from the file extension that ServiceM8 states or otherwise from
 * the file's name.
 */
export function toldKind({ fileType, name }: Pick<Attachment, 'fileType' | 'name'>): ToldKind {
  const ending = fileType || (/\.\w{1,5}$/.exec(name)?.[0] ?? '')
  const dotted = ending.startsWith('.') ? ending : `.${ending}`
  return KINDS.get(dotted.toLowerCase()) ?? 'unknown'
}

const OWN_DOCUMENTS: ReadonlySet<string> = new Set(['INVOICE', 'QUOTE'])

/**
 * Returns true for an invoice or a quote that ServiceM8 has generated, which the draft in Fiken
 * replaces.
 */
export const isOwnDocument = ({ source }: Pick<Attachment, 'source'>): boolean =>
  OWN_DOCUMENTS.has(source)
