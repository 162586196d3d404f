export interface Searchable {
  words: string
}

export interface Found<Entry> {
  entries: readonly Entry[]
  /** True when no entry contains all words, and these are the entries that contain most of them. */
  nearest: boolean
}

/** Minimum length of a word for nearest matches; shorter words occur in almost every sentence. */
const TELLING_LENGTH = 4
const TELLING_WORDS = 3
const MOST_NEAREST = 3

/**
 * Returns the entries that contain every typed word. If there are none, for example for a sentence
 * copied from a row, returns the entries that contain most of the words, and at least half.
 */
export function search<Entry extends Searchable>(
  entries: readonly Entry[],
  typed: string,
): Found<Entry> {
  const words = wordsOf(typed)
  if (words.length === 0) return { entries: [], nearest: false }
  const folded = entries.map((entry) => ({ entry, text: searchTextOf(entry.words) }))
  const all = folded.filter(({ text }) => words.every((word) => text.includes(word)))
  if (all.length > 0) return { entries: all.map(({ entry }) => entry), nearest: false }
  const telling = [...new Set(words.filter((word) => word.length >= TELLING_LENGTH))]
  if (telling.length < TELLING_WORDS) return { entries: [], nearest: false }
  const nearest = folded
    .map(({ entry, text }) => ({ entry, hits: telling.filter((word) => text.includes(word)) }))
    .filter(({ hits }) => hits.length * 2 >= telling.length)
    .toSorted((one, other) => other.hits.length - one.hits.length)
    .slice(0, MOST_NEAREST)
    .map(({ entry }) => entry)
  return { entries: nearest, nearest: nearest.length > 0 }
}

/** Returns the text as written and as typed on a keyboard without æ, ø and å, in one string. */
function searchTextOf(text: string): string {
  const folded = fold(text)
  const plain = folded.replaceAll('æ', 'ae').replaceAll('ø', 'o').replaceAll('å', 'a')
  return `${folded} ${plain}`
}

const wordsOf = (text: string) => fold(text).split(' ').filter(Boolean)

/** Normalises text: composes "å" into one code point and replaces punctuation with spaces. */
function fold(text: string): string {
  return text
    .normalize('NFC')
    .toLocaleLowerCase('nb')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
}
