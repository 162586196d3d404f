/** The rules for a job's files on its draft, common to both sides. */

/** None, PDFs only, or photos too. */
export const ATTACHMENT_CHOICES = ['none', 'pdf', 'all'] as const
export type AttachmentChoice = (typeof ATTACHMENT_CHOICES)[number]

/** The kind of a file by its name; only its content tells for certain. */
export const TOLD_KINDS = ['image', 'pdf', 'other', 'unknown'] as const
export type ToldKind = (typeof TOLD_KINDS)[number]

/**
 * `idle`: chosen or left out by the user, with nothing to do now · `waiting`: to be sent · `sent`:
 * it is in Fiken · `failed`: given up after several attempts · `refused`: cannot be sent as it is.
 */
export const ATTACHMENT_STATES = ['idle', 'waiting', 'sent', 'failed', 'refused'] as const
export type AttachmentState = (typeof ATTACHMENT_STATES)[number]

/** A larger photo is scaled down; any other larger file is not sent. Fiken names no limit. */
export const MOST_BYTES = 10 * 1024 * 1024
/** Larger files are not even fetched to their end. */
export const MOST_BYTES_FETCHED = 50 * 1024 * 1024
/** The most files on one draft. */
export const MOST_ATTACHMENTS = 20

/**
 * Returns true when the setting includes the file. One whose name does not tell is fetched to see.
 */
export function isMeant(choice: AttachmentChoice, kind: ToldKind): boolean {
  if (choice === 'none' || kind === 'other') return false
  return choice === 'all' || kind !== 'image'
}
