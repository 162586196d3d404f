export const ATTACHMENT_CHOICES = ['none', 'pdf', 'all'] as const
export type AttachmentChoice = (typeof ATTACHMENT_CHOICES)[number]

export const TOLD_KINDS = ['image', 'pdf', 'other', 'unknown'] as const
export type ToldKind = (typeof TOLD_KINDS)[number]

/**
 * The states of an attachment. `idle`: selected or left out by the user, with nothing to do now ·
 * `waiting`: to be sent · `sent`: the file is in Fiken · `failed`: given up after several attempts
 * · `refused`: cannot be sent as it is.
 */
export const ATTACHMENT_STATES = ['idle', 'waiting', 'sent', 'failed', 'refused'] as const
export type AttachmentState = (typeof ATTACHMENT_STATES)[number]

/**
 * The maximum file size in bytes. A larger photo is scaled down; any other larger file is not sent.
 * Fiken states no limit.
 */
export const MOST_BYTES = 10 * 1024 * 1024
/** The maximum size of a download in bytes; a larger download is aborted. */
export const MOST_BYTES_FETCHED = 50 * 1024 * 1024
export const MOST_ATTACHMENTS = 20

/**
 * Returns true if the choice includes files of this kind. A file of unknown kind counts as
 * included, because it must be downloaded to find out.
 */
export function isMeant(choice: AttachmentChoice, kind: ToldKind): boolean {
  if (choice === 'none' || kind === 'other') return false
  return choice === 'all' || kind !== 'image'
}
