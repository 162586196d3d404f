import { comparableName, foldText, isOrganizationName, type LegalForm } from '#shared/names'
import { FIRST_NAMES } from './first-names.ts'

/**
 * Compares names word by word. Two customers can differ by a single word: a direction, a letter, a
 * number, a first name, a place. No program knows which words matter, so names are equal only when
 * every word is equal, apart from spelling.
 */

export interface Word {
  folded: string
  /** The spellings of the word; two words are equal when they share a spelling. */
  spellings: readonly string[]
  coarse: string
  /** The word with "ø", "æ" and "å" as one letter each, for detecting typing errors. */
  plain: string
  /** The number of letters; 0 when the word contains a digit. */
  letters: number
}

export interface NameWords {
  words: readonly Word[]
  form: LegalForm | null
  coarse: string
  /** The number of leading words that are first names; 0 for an organisation. */
  given: number
  isOrganization: boolean
}

/**
 * Splits a name into words without the legal form. Initials ("J. B.") and "12 B" count as one word.
 */
export function wordsOf(name: string): NameWords {
  const known = KNOWN.get(name)
  if (known) return known
  if (KNOWN.size >= MOST_KNOWN) KNOWN.clear()
  const words = readWords(name)
  KNOWN.set(name, words)
  return words
}

const KNOWN = new Map<string, NameWords>()
const MOST_KNOWN = 25_000

function readWords(name: string): NameWords {
  const isOrganization = isOrganizationName(name)
  const [surname = '', given, ...others] = name.split(',')
  // In "Nordmann, Ola" the surname comes first.
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

export function coarseName(name: string): string {
  return wordsOf(name).coarse
}

/**
 * Returns true if every word is equal apart from spelling. One name can lack the legal form, but
 * different forms make different names. The words can be rotated ("Fana Elektro", "Elektro Fana").
 * Any other order can mean something else ("bygg 1, trinn 2" and "bygg 2, trinn 1").
 */
export function isEqualName(one: NameWords, other: NameWords): boolean {
  return (
    hasSameForm(one, other) && turns(other.words).some((turn) => differing(one, turn)?.length === 0)
  )
}

/**
 * Returns the two words in which otherwise equal names differ by a single typing error. The error
 * must be in a word of at least eight letters that is not a first name. Returns null when the names
 * are equal or differ in another way.
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
  // Words are compared before their spelling is normalised, because "Johannessen" and "Johansen"
  // are two names.
  return isOneError(ours.plain, theirs.plain) ? [ours, theirs] : null
}

/**
 * Returns true if the names belong to two customers even when they share an organisation number:
 * their numbers, building letters, directions, departments or legal forms differ.
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

function partsOf({ words }: NameWords): Word[] {
  const department = words.findIndex(({ folded }) => DEPARTMENT.has(folded))
  return words.filter(
    ({ letters, folded }, at) =>
      letters > 1 && (MARKS.has(folded) || (department >= 0 && at > department)),
  )
}

const DEPARTMENT: ReadonlySet<string> = new Set(['avd', 'avdeling', 'filial', 'kommune'])
/**
 * Words that denote a part of an organisation, for detecting a wrongly shared number. The list is
 * incomplete.
 */
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

function turns(words: readonly Word[]): (readonly Word[])[] {
  return words.map((_, at) => [...words.slice(at), ...words.slice(0, at)])
}

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

/** Joins neighbouring initials into one word. Also joins "a s", which is a legal form. */
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
  // Short words are building letters, stages or initials, and are compared literally.
  const same = { folded, coarse, plain: plainest, letters }
  if (letters < 3 || ROMAN.test(folded)) return { ...same, spellings: [folded] }
  const plain = written.replace(/[øö]/g, 'o').replace(/[æä]/g, 'e').replace(/å/g, 'a')
  // "Mikael" is not another spelling of "Mikkel".
  const spellings = [written, plain, written.replace(/ae(?!l$)/g, 'e')].map(spelled)
  return { ...same, spellings: [...new Set([folded, ...spellings])] }
}

/**
 * Returns true if one letter is wrong, missing or added, or two neighbouring letters are swapped.
 * The first and last letters must agree, and a replaced vowel makes another word ("Kristiansand"
 * and "Kristiansund").
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
