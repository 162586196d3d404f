import { organizationDigits, organizationNumber } from '#shared/norwegian'

/** What somebody wants to know of the register. */
export type Question =
  | { about: 'number'; number: string }
  | { about: 'name'; name: string }
  /** Nothing that the register should be asked. */
  | { about: 'nothing' }
  /** A sentence for the person. */
  | { about: 'refused'; sentence: string }

/**
 * From so many digits on, a text without a letter is a number that is being typed, or another one
 * (a person's), and no name: the register would answer with names that have nothing to do with it.
 */
const SHORTEST_NUMBER = 5

/** Reads what was typed: nine digits are a number, however they are grouped; other text is a name. */
export function questionOf(typed: string): Question {
  // Control and formatting characters come along when text is copied, and no name has any.
  const text = typed
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const digits = organizationDigits(text)
  if (digits?.length === 9) {
    const number = organizationNumber(text)
    return number
      ? { about: 'number', number }
      : {
          about: 'refused',
          sentence: `«${text}» er ikke et gyldig organisasjonsnummer. Se etter om et siffer er feil.`,
        }
  }
  if (digits && digits.length >= SHORTEST_NUMBER) return { about: 'nothing' }
  if (text.length < 2) return { about: 'refused', sentence: 'Skriv minst to tegn' }
  return { about: 'name', name: text }
}
