import { nameKey } from '#shared/names'
import { readRecipientText, saysSomething } from './recipient-name.ts'
import type { Recipient } from './recipient.ts'

/** A second line added to a name, so that the first line is not split at its comma. */
const SECOND_LINE = '0001 Oslo'

/**
 * Returns the name that the current parsing rules find in a text that was earlier taken for a name.
 * Returns null when the text contains only a place or a contact person.
 */
export const nameReadNow = (written: string): string | null =>
  readRecipientText(`${written}\n${SECOND_LINE}`, [], []).name

/**
 * Returns true if the recipient was stored under this name when billing texts were parsed
 * differently. "Solsiden AS v/ Kari" and "Att: Regnskap" were then taken as names, and decisions
 * are stored under keys made from them. The first text is now parsed as Solsiden AS, the second as
 * the billed client itself.
 */
export function isFormerName(
  written: string,
  { key, memberNumber }: Pick<Recipient, 'key' | 'memberNumber'>,
): boolean {
  if (!saysSomething(written) || nameKey(written) === key) return false
  const name = nameReadNow(written)
  return name === null ? memberNumber !== null : nameKey(name) === key
}
