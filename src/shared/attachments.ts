/** A job's files on its draft: what both sides know of them. */

/** Nothing, PDFs only, or photos too. */
export const ATTACHMENT_CHOICES = ['none', 'pdf', 'all'] as const
export type AttachmentChoice = (typeof ATTACHMENT_CHOICES)[number]

/** What a file looks like by its name; what it is, only its content tells. */
export const TOLD_KINDS = ['image', 'pdf', 'other', 'unknown'] as const
export type ToldKind = (typeof TOLD_KINDS)[number]

/**
 * `idle`: chosen or left out by a person, and nothing to do about it now · `waiting`: to be sent ·
 * `sent`: it is in Fiken · `failed`: tried until we gave up · `refused`: cannot be sent as it is.
 */
export const ATTACHMENT_STATES = ['idle', 'waiting', 'sent', 'failed', 'refused'] as const
export type AttachmentState = (typeof ATTACHMENT_STATES)[number]

/** A larger photo is made smaller, anything else of that size is not sent. Fiken names no limit. */
export const MOST_BYTES = 10 * 1024 * 1024
/** Larger files are not even fetched to their end. */
export const MOST_BYTES_FETCHED = 50 * 1024 * 1024
/** On one draft. */
export const MOST_ATTACHMENTS = 20

/** Does the setting mean this file? One that nobody can tell by its name is fetched to see. */
export function isMeant(choice: AttachmentChoice, kind: ToldKind): boolean {
  if (choice === 'none' || kind === 'other') return false
  return choice === 'all' || kind !== 'image'
}
