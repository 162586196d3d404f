/**
 * Functions that shorten text to a vendor's limit. Lengths are counted in UTF-16 units, like on the
 * vendors' servers. Text is cut between words. A single word that is too long is cut between
 * graphemes, so that no accented letter or emoji is split.
 */

export const ELLIPSIS = '…'

const graphemes = new Intl.Segmenter('nb', { granularity: 'grapheme' })

/**
 * Returns the text on one line: in composed form, without control characters, with single spaces.
 */
export function singleLine(text: string): string {
  return tidy(text).replace(/\s+/g, ' ').trim()
}

/** Removes control characters and repeated empty lines from a text, but keeps line breaks. */
export function multiLine(text: string): string {
  return tidy(text)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/**
 * Returns as many whole words as fit within `limit`, followed by "…" if cut; "" when nothing fits.
 */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text
  const { head } = split(text, limit - ELLIPSIS.length)
  return head === '' ? '' : head + ELLIPSIS
}

export function split(text: string, limit: number): { head: string; rest: string } {
  if (text.length <= limit) return { head: text, rest: '' }
  if (limit <= 0) return { head: '', rest: text }
  const window = text.slice(0, limit + 1)
  const atSpace = window.search(/\s\S*$/)
  const at = atSpace > 0 ? atSpace : wholeCharacters(text, limit)
  return { head: text.slice(0, at).trimEnd(), rest: text.slice(at).trimStart() }
}

function wholeCharacters(text: string, limit: number): number {
  let end = 0
  for (const { index, segment } of graphemes.segment(text)) {
    if (index + segment.length > limit) break
    end = index + segment.length
  }
  return end
}

function tidy(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{C}\n\t\u200d]/gu, '')
}
