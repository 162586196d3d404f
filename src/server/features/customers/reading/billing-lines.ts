import { isTownLine, startsWithStreet } from './address.ts'

export function linesOf(text: string, isName: (line: string) => boolean): string[] {
  return withoutMarkup(text)
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .split(/[\r\n\u2028\u2029]+/)
    .flatMap(cellsOf)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .flatMap((line) => (isName(line) ? [line] : partsOf(line)))
}

const ENTITIES: Record<string, string> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  aelig: 'æ',
  oslash: 'ø',
  aring: 'å',
  AElig: 'Æ',
  Oslash: 'Ø',
  Aring: 'Å',
}
const BREAKS = /<(?:br|\/(?:p|div|li|tr|h\d))(?: [^<>]*)?\/?>/giu
const TAGS =
  /<\/?(?:p|div|span|br|b|i|u|strong|em|font|a|li|ul|ol|table|tbody|tr|td|h\d|html|body)(?: [^<>]*)?\/?>/giu

/** Removes markup copied from an e-mail or a web page, but keeps «<kari@firma.no>». */
function withoutMarkup(text: string): string {
  return text
    .replace(BREAKS, '\n')
    .replace(TAGS, ' ')
    .replace(/&(\w+);/gu, (written, name: string) => ENTITIES[name] ?? written)
    .replace(/&#(\d{1,5});/gu, (_, code: string) => String.fromCodePoint(Number(code)))
}

/**
 * Splits the cells of a line copied from a table into lines, unless the first cell is a label for
 * the next cell.
 */
function cellsOf(line: string): string[] {
  const cells = line.split(/\t+/).filter((cell) => cell.trim() !== '')
  return cells.some((cell) => /\d/.test(cell)) &&
    !/^[\p{L}. ]*(?:nr|nummer|adresse|navn|:)\.?$/iu.test(cells[0] ?? '')
    ? cells
    : [line]
}

const BULLET = /^(?:[-–—*•·>]+|\d{1,2}\)) ?(?=[\p{L}\d])/u
const SEPARATOR = / ?(?:[|•·]|;(?! ?$)) ?/gu
/** Matches the space before a label within a line: "Kari Dal Adresse: Storgata 1 Postnr: 0155 Sted: Oslo". */
const LABEL_WITHIN =
  /(?<!faktura|post|mail|besøks) (?=(?:(?:post|besøks)?adr(?:esse)?|post(?:nr|nummer)|(?:post)?sted)\.? ?:)/giu

const PERSON_IN_BRACKETS = / ?\(((?:v\/|att|c\/o)[^()]*)\)/giu
const PERSON_AT = / ved (?=\p{Lu})/u
const FORM_BEFORE = / (?:asa?|brl|sa|da) ved /iu

function partsOf(line: string): string[] {
  return (FORM_BEFORE.test(line) ? line.replace(PERSON_AT, ' v/ ') : line)
    .replace(BULLET, '')
    .replace(PERSON_IN_BRACKETS, ', $1')
    .replace(SEPARATOR, ', ')
    .split(LABEL_WITHIN)
    .map((part) => part.replace(DASH, joinDashed))
}

/**
 * Matches a dash between two parts of a line, as in "Solsiden AS - Storgata 1". The line is split
 * there if an address follows, but not before "avd. Vest".
 */
const DASH = / (?:[-–—]|\/{1,3}) (?=([^,]*?)(?: (?:[-–—]|\/{1,3}) |,|$))/gu

function joinDashed(dash: string, next: string): string {
  const isAddress =
    startsWithStreet(next) || isTownLine(next) || /^(?:postboks|pb\.?) \d/iu.test(next)
  return isAddress ? ', ' : dash
}
