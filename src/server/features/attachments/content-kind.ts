import type { AttachmentEnding } from '#clients/fiken/attached-file'

/**
 * A file type that Fiken accepts, or the reason why Fiken does not accept the file. Only files with
 * `photo` true are decoded; others, including animated pictures, are sent unchanged.
 */
export type ContentKind = { takes: AttachmentEnding; photo: boolean } | { takes: null; why: string }

const TAKEN: ReadonlyMap<string, ContentKind> = new Map([
  ['png', { takes: 'png', photo: true }],
  ['apng', { takes: 'png', photo: false }],
  ['jpg', { takes: 'jpeg', photo: true }],
  ['gif', { takes: 'gif', photo: false }],
  ['pdf', { takes: 'pdf', photo: false }],
])

export const HAS_THUMBNAIL: ReadonlySet<string | undefined> = new Set(['png', 'jpg', 'webp'])

const HEIC = ['heic', 'heif', 'avif']

/**
 * Returns the kind of a file by its extension; `extension` is undefined when extensionOf does not
 * recognise the file.
 */
export function contentKind(extension: string | undefined): ContentKind {
  const taken = TAKEN.get(extension ?? '')
  if (taken) return taken
  if (HEIC.includes(extension ?? '')) return { takes: null, why: HEIC_WHY }
  if (extension === undefined) return { takes: null, why: UNKNOWN_WHY }
  return {
    takes: null,
    why: `Fiken tar imot png, jpeg, gif og pdf, og dette er en ${extension}-fil.`,
  }
}

export const HEIC_WHY =
  'Bildet er i iPhone-formatet HEIC, som Fiken ikke tar imot. Velg «Mest kompatibelt» under Innstillinger › Kamera › Formater på telefonen, så blir nye bilder JPEG.'
export const UNKNOWN_WHY = 'Innholdet er verken png, jpeg, gif eller pdf.'

const END_OF_JPEG = Buffer.from([0xff, 0xd9])
const END_OF_PNG = Buffer.from('IEND')

/**
 * Checks whether a file has the ending that its type requires, and so is complete. Returns
 * 'perhaps' for a photo without that ending, because some phones append data.
 */
export function endsAs(kind: AttachmentEnding, tail: Buffer): 'yes' | 'no' | 'perhaps' {
  switch (kind) {
    case 'pdf':
      return tail.includes('%%EOF') ? 'yes' : 'no'
    case 'jpeg':
      return tail.includes(END_OF_JPEG) ? 'yes' : 'perhaps'
    case 'png':
      return tail.includes(END_OF_PNG) ? 'yes' : 'perhaps'
    case 'gif':
      return GIF_ENDED.test(tail.toString('latin1')) ? 'yes' : 'no'
  }
}

const GIF_ENDED = /;[\0\s]*$/

/** The number of bytes read from the file's end; a PDF can have other data after its last line. */
export const TAIL_BYTES = 2_048
