import { nameKey } from '#shared/names'
import { readRecipientText, saysSomething } from './recipient-name.ts'
import type { Recipient } from './recipient.ts'

/** So that the name is read as the first line of several; a comma ends it otherwise. */
const SECOND_LINE = '0001 Oslo'

/** The recipient's name in a text that was once taken for all of one; null: it only says where or whom. */
export const nameReadNow = (written: string): string | null =>
  readRecipientText(`${written}\n${SECOND_LINE}`, [], []).name

/**
 * Was this recipient stored under that name when billing texts were read otherwise? "Solsiden AS v/
 * Kari" and "Att: Regnskap" were names then, and what was decided about them stands under their keys.
 * Read today, the first is Solsiden AS, and the second is whoever is billed: the client itself.
 */
export function isFormerName(
  written: string,
  { key, memberNumber }: Pick<Recipient, 'key' | 'memberNumber'>,
): boolean {
  if (!saysSomething(written) || nameKey(written) === key) return false
  const name = nameReadNow(written)
  return name === null ? memberNumber !== null : nameKey(name) === key
}
