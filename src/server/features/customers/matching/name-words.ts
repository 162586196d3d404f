import { comparableName, foldText, isOrganizationName, type LegalForm } from '#shared/names'
import { FIRST_NAMES } from './first-names.ts'

/**
 * Names word by word. What tells two customers apart may be a single word: a direction, a letter, a
 * number, a first name, a place. No program knows which words those are, so a name is the same only
 * when every word is, apart from its spelling.
 */

export interface Word {
  /** As it was folded, for what is compared to the letter. */
  folded: string
  /** The ways in which it may be spelled. Two words are one when they share one. */
  spellings: readonly string[]
  /** One spelling for all that may be the same word, and some more: for looking up. */
  coarse: string
  /** As it was written, with one letter for each of "ø", "æ" and "å": what a typing error is seen in. */
  plain: string
  /** How many letters it was written with; 0 when it holds a digit. */
  letters: number
}

export interface NameWords {
  words: readonly Word[]
  form: LegalForm | null
  /** Of all its words in alphabetical order, for looking up. */
  coarse: string
  /** The number of words from the start that are first names, if it is a person's. */
  given: number
  isOrganization: boolean
}

/** The words of a name without its legal form; initials are one word ("J. B." = "JB"), as is "12 B". */
export function wordsOf(name: string): NameWords {
  const known = KNOWN.get(name)
  if (known) return known
  if (KNOWN.size >= MOST_KNOWN) KNOWN.clear()
  const words = readWords(name)
  KNOWN.set(name, words)
  return words
}

/** Each recipient is compared with all contacts and clients, and most of them are the same ones. */
const KNOWN = new Map<string, NameWords>()
const MOST_KNOWN = 25_000

function readWords(name: string): NameWords {
  const isOrganization = isOrganizationName(name)
  const [surname = '', given, ...others] = name.split(',')
  // "Nordmann, Ola" has the surname first.
  const isTurned = !isOrganization && given !== undefined && others.length === 0
  const tokens = joinLetters(joinInitials(tokensOf(isTurned ? `${given} ${surname}` : name)))
  const folded = tokens.map((token) => foldText(token))
  const { core, form } = comparableName(folded.join(' '))
  const length = core === '' ? 0 : core.split(' ').length
  const start = folded.findIndex((_, at) => folded.slice(at, at + length).join(' ') === core)
  const words = tokens.slice(Math.max(0, start), start + length).map(wordOf)
  return {
    words,
    form,
    coarse: words
      .map((word) => word.coarse)
      .sort()
      .join(' '),
    given: isOrganization ? 0 : Math.max(0, words.length - 1),
    isOrganization,
  }
}

/** The words by which a name is looked up ({@link NameWords.coarse}). */
export function coarseName(name: string): string {
  return wordsOf(name).coarse
}

/**
 * The same name: every word is the same apart from its spelling, and a legal form is left out at most.
 * Different forms are different names. What stands first may stand last ("Fana Elektro", "Elektro
 * Fana"); in any other order words may say something else ("bygg 1, trinn 2" and "bygg 2, trinn 1").
 */
export function isEqualName(one: NameWords, other: NameWords): boolean {
  return (
    hasSameForm(one, other) && turns(other.words).some((turn) => differing(one, turn)?.length === 0)
  )
}

/**
 * The one word of either name in which they differ by a single typing error, where all else is the
 * same: in a word of eight letters or more, within it, and never in a first name. Null: they are
 * equal, or differ otherwise.
 */
export function typingError(one: NameWords, other: NameWords): readonly [Word, Word] | null {
  if (!hasSameForm(one, other) || isEqualName(one, other)) return null
  const pairs = turns(other.words).map((turn) => differing(one, turn))
  const [ours, theirs] = pairs.find((pair) => pair?.length === 1)?.[0] ?? []
  if (!ours || !theirs) return null
  const isFirstName = (word: Word, { words, given }: NameWords) =>
    words.indexOf(word) < given || word.spellings.some((spelling) => FIRST_NAMES.has(spelling))
  if (isFirstName(ours, one) || isFirstName(theirs, other)) return null
  if (Math.min(ours.letters, theirs.letters) < LONG_ENOUGH) return null
  // Not of what merely differs in spelling besides: "Johannessen" and "Johansen" are two names.
  return isOneError(ours.plain, theirs.plain) ? [ours, theirs] : null
}

/**
 * Do the names say that they are two, even under one organisation number: other numbers, letters of
 * buildings, directions, departments or forms?
 */
export function contradicts(one: NameWords, other: NameWords): boolean {
  const numbersOf = ({ words }: NameWords) =>
    words
      .filter(({ letters, folded }) => letters < 2 || ROMAN.test(folded))
      .map(({ folded }) => folded)
      .sort()
      .join()
  const [a, b] = [numbersOf(one), numbersOf(other)]
  const hasOwnPart = (ours: NameWords, theirs: NameWords) =>
    partsOf(ours).some((word) => !theirs.words.some((their) => isSameWord(word, their)))
  const companies: readonly (LegalForm | null)[] = ['AS', 'ASA']
  const isOtherForm =
    !hasSameForm(one, other) && !(companies.includes(one.form) && companies.includes(other.form))
  return (
    isOtherForm ||
    (a !== '' && b !== '' && a !== b) ||
    (hasOwnPart(one, other) && hasOwnPart(other, one))
  )
}

/** The words that say which part it is of something: its direction, or the name of a department. */
function partsOf({ words }: NameWords): Word[] {
  const department = words.findIndex(({ folded }) => DEPARTMENT.has(folded))
  return words.filter(
    ({ letters, folded }, at) =>
      letters > 1 && (MARKS.has(folded) || (department >= 0 && at > department)),
  )
}

/** What follows them says which part of a company it is. */
const DEPARTMENT: ReadonlySet<string> = new Set(['avd', 'avdeling', 'filial', 'kommune'])
/** Only a help to see that a shared number is wrong: no list has all words that tell names apart. */
const MARKS: ReadonlySet<string> = new Set(
  (
    'nord soer oest vest nordre soendre oestre vestre oevre nedre indre ytre store lille ' +
    'foerste andre tredje fjerde femte en to tre fire fem'
  ).split(' '),
)
const LONG_ENOUGH = 8
const VOWELS = 'aeiouy'
const ROMAN = /^(?=[ivxlcdm])m*(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/

function hasSameForm(one: NameWords, other: NameWords): boolean {
  return one.form === other.form || one.form === null || other.form === null
}

/** The orders of words in which what stood first stands last; none for no words. */
function turns(words: readonly Word[]): (readonly Word[])[] {
  return words.map((_, at) => [...words.slice(at), ...words.slice(0, at)])
}

/** The words at the same place that are not the same; null where one name has more words. */
function differing(
  { words }: NameWords,
  others: readonly Word[],
): (readonly [Word, Word])[] | null {
  if (words.length !== others.length) return null
  return words.flatMap((word, at) => {
    const theirs = others[at]
    return theirs && !isSameWord(word, theirs) ? [[word, theirs] as const] : []
  })
}

function isSameWord(one: Word, other: Word): boolean {
  return one.spellings.some((spelling) => other.spellings.includes(spelling))
}

function tokensOf(name: string): string[] {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[&+]/g, ' og ')
    .replace(/['’`´]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
}

/** Also "a s", which is a form. */
function joinInitials(tokens: readonly string[]): string[] {
  const joined: string[] = []
  let isRun = false
  for (const token of tokens) {
    const isInitial = /^\p{L}$/u.test(token)
    if (isInitial && isRun) joined.push(`${joined.pop() ?? ''}${token}`)
    else joined.push(token)
    isRun = isInitial
  }
  return joined
}

/** "12 B" is "12B". */
function joinLetters(tokens: readonly string[]): string[] {
  const isBehindNumber = (at: number) =>
    /^\p{L}$/u.test(tokens[at] ?? '') && /^\d+$/.test(tokens[at - 1] ?? '')
  return tokens.flatMap((token, at) => {
    if (isBehindNumber(at)) return []
    return isBehindNumber(at + 1) ? [`${token}${tokens[at + 1]}`] : [token]
  })
}

function wordOf(written: string): Word {
  const folded = foldText(written)
  const letters = /\d/.test(written) ? 0 : written.length
  const spelled = (text: string) =>
    foldText(text)
      .replace(/^ch/, 'k')
      .replace(/th/g, 't')
      .replace(/(\p{L})\1+/gu, '$1')
  const plainest = folded.replace(/ae/g, 'e').replace(/oe/g, 'o').replace(/aa/g, 'a')
  const coarse = spelled(plainest)
  // Short ones are the letter of a building, a stage or initials, and are compared to the letter.
  const same = { folded, coarse, plain: plainest, letters }
  if (letters < 3 || ROMAN.test(folded)) return { ...same, spellings: [folded] }
  const plain = written.replace(/[øö]/g, 'o').replace(/[æä]/g, 'e').replace(/å/g, 'a')
  // "Mikael" is not another spelling of "Mikkel".
  const spellings = [written, plain, written.replace(/ae(?!l$)/g, 'e')].map(spelled)
  return { ...same, spellings: [...new Set([folded, ...spellings])] }
}

/**
 * Is one letter wrong, missing, too many, or have two neighbours changed places? Never the first or
 * the last letter; and a vowel in place of another makes another word ("Kristiansand" and
 * "Kristiansund").
 */
function isOneError(one: string, other: string): boolean {
  if (one[0] !== other[0] || one.at(-1) !== other.at(-1)) return false
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  if (long.length - short.length === 1) return short.slice(at) === long.slice(at + 1)
  if (long.length !== short.length) return false
  const areVowels = [short[at], long[at]].every((letter) => VOWELS.includes(letter ?? ''))
  const isReplaced = !areVowels && short.slice(at + 1) === long.slice(at + 1)
  const isSwapped =
    short[at] === long[at + 1] &&
    short[at + 1] === long[at] &&
    short.slice(at + 2) === long.slice(at + 2)
  return isReplaced || isSwapped
}
