/** What a search on the help page looks through. */
export interface Searchable {
  /** Everything about it that a person may type. */
  words: string
}

export interface Found<Entry> {
  entries: readonly Entry[]
  /** None has all the words: these have the most of them. */
  nearest: boolean
}

/** Short words are in every sentence, and say nothing of which one is meant. */
const TELLING_LENGTH = 4
const TELLING_WORDS = 3
const MOST_NEAREST = 3

/**
 * The entries that have every word that is typed, anywhere. A sentence copied from a row has names
 * and numbers that no entry has: then those that have the most of its words, and at least half.
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

/** As it is written, and as it is typed on a keyboard without æ, ø and å. */
function searchTextOf(text: string): string {
  const folded = fold(text)
  const plain = folded.replaceAll('æ', 'ae').replaceAll('ø', 'o').replaceAll('å', 'a')
  return `${folded} ${plain}`
}

const wordsOf = (text: string) => fold(text).split(' ').filter(Boolean)

/** Some systems write å as two characters; signs between words are spaces. */
function fold(text: string): string {
  return text
    .normalize('NFC')
    .toLocaleLowerCase('nb')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
}
