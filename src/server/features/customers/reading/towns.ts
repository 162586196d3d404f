import { BRITAIN, DEFAULT_COUNTRY, NETHERLANDS } from './countries.ts'

interface FoundTown {
  postalCode: string
  city: string
  lines: string[]
  after?: string[]
}

export function findTown(written: readonly string[], country: string): FoundTown | null {
  const lettered = TOWNS_WITH_LETTERS[country]?.(written)
  if (lettered) return lettered
  const after = CODE_AFTER_TOWN[country]
  if (after) {
    const found = townBeforeCode(written, after)
    if (found || !CODE_ON_EITHER_SIDE.has(country)) return found
  }
  const segments = joinLonePostcode(written)
  const pattern = CODE_BEFORE_TOWN[country] ?? FOREIGN_TOWN
  for (const [index, segment] of [...segments.entries()].reverse()) {
    const start = segment.search(pattern)
    const before = segment.slice(0, start)
    // "Postboks 1234 Sentrum" looks like a postcode and town but is a postbox.
    if (start < 0 || POST_BOX.test(before)) continue
    const lines = [...segments.slice(0, index), before].filter((line) => line !== '')
    const town = segment.slice(start).trim()
    const city = /\p{L}\D*$/u.exec(town)?.[0] ?? ''
    return {
      postalCode: plainCode(town.slice(0, -city.length), country),
      city,
      lines,
      after: segments.slice(index + 1),
    }
  }
  return country === DEFAULT_COUNTRY ? null : townBeforeCode(segments, GENERAL_CODE)
}

const NORWEGIAN_TOWN = /(?:^| )(?:NO? ?-? ?)?\d{4} \p{L}\D*$/iu
/**
 * Matches a foreign postcode and town: "111 43 Stockholm", "SE-111 43 Stockholm", "00-238
 * Warszawa", "1100-053 Lisboa".
 */
const FOREIGN_TOWN =
  /(?:(?:^| )(?:[A-Z]{1,3}-)?|^[A-Z]{2} )(?:\d{2}-\d{3}|\d{4}-\d{3}|\d{5}-\d{3}|\d{3}-\d{4}|\d{3} \d{2,3}|\d{4,6}) \p{L}\D*$/iu
/**
 * Matches a British postcode, which follows the town on the same line or the next: "London SW1A
 * 2AA".
 */
const BRITISH_POSTCODE = /(?:^| )[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i
/**
 * Matches a Dutch postcode, with or without its two letters: "1012 LG Amsterdam", "3732 de Bilt".
 */
const DUTCH_POSTCODE = /(?:^| )(?:NL-? ?)?(\d{4}) ?([A-Z]{2}|(?!de )[a-z]{2})(?: (\p{L}\D*))?$/u
const DUTCH_TOWN = /(?:^| )(?:NL-)?\d{4} (?!\p{L}{2}$)\p{L}\D*$/u
const POST_BOX = /(?:^| )(?:postboks|postb\.?|p\.? ?b\.?|boks)$/iu

const CODE_BEFORE_TOWN: Record<string, RegExp> = {
  [DEFAULT_COUNTRY]: NORWEGIAN_TOWN,
  [NETHERLANDS]: DUTCH_TOWN,
  Island: /(?:^| )(?:IS-? ?)?\d{3} \p{L}\D*$/iu,
  Færøyene: /(?:^| )(?:FO-? ?)?\d{3} \p{L}\D*$/iu,
  Latvia: /(?:^| )LV[- ]?\d{4} \p{L}\D*$/iu,
  Litauen: /(?:^| )(?:LT[- ]?)?\d{5} \p{L}\D*$/iu,
}

/**
 * The patterns of postcodes that follow the town, by country. In some countries the state precedes
 * the postcode: "Mountain View, CA 94043".
 */
const CODE_AFTER_TOWN: Record<string, string> = {
  USA: String.raw`(?:([A-Z]{2})\.?,? )?(\d{5}(?:-\d{4})?)`,
  Canada: String.raw`(?:([A-Z]{2})\.?,? )?([A-Z]\d[A-Z][ -]?\d[A-Z]\d)`,
  Irland: String.raw`()([A-Z]\d[\dW] ?[A-Z\d]{4})`,
  Australia: String.raw`(?:(NSW|VIC|QLD|SA|WA|TAS|NT|ACT),? )?(\d{4})`,
  'New Zealand': String.raw`()(\d{4})`,
  'Sør-Afrika': String.raw`()(\d{4})`,
  India: String.raw`()(\d{3} ?\d{3})`,
  Singapore: String.raw`()(\d{6})`,
  Latvia: String.raw`()(LV[- ]?\d{4})`,
}
const GENERAL_CODE = String.raw`()(\d{4,6}|\d{3} \d{2})`
const CODE_ON_EITHER_SIDE: ReadonlySet<string> = new Set(['Latvia'])

/**
 * Returns the postcode without the country code. Only digits remain of "SE-111 43", but other
 * characters that belong to the postcode are kept ("00-238", "LV-1010").
 */
function plainCode(written: string, country: string): string {
  const code = written.trim().replace(/^[A-Z]{1,3} ?-? ?(?=\d)/i, '')
  if (country === 'Latvia') return `LV-${code}`
  return /^[\d ]+$/.test(code) ? code.replace(/ /g, '') : code
}

function townBeforeCode(segments: readonly string[], code: string): FoundTown | null {
  const pattern = new RegExp(String.raw`^(?:(.*?),? )??${code}$`, 'iu')
  for (const [at, segment] of [...segments.entries()].reverse()) {
    const [found, beside = '', state = '', postalCode = ''] = pattern.exec(segment) ?? []
    if (found === undefined) continue
    const first = beside === '' ? at - 1 : at
    const town = beside === '' ? (segments[first] ?? '') : beside
    // "Dublin 2" is a town; a longer number is a street number.
    if (!/^\p{L}\D*(?: \d{1,2})?$/u.test(town)) return null
    const city = state === '' ? town : `${town}, ${state.toUpperCase()}`
    const lines = [...segments.slice(0, first), ...segments.slice(at + 1)]
    return { postalCode: postalCode.toUpperCase(), city, lines }
  }
  return null
}

/**
 * The parsers for countries whose postcodes contain letters. They return null unless both postcode
 * and town are found.
 */
const TOWNS_WITH_LETTERS: Record<string, (segments: readonly string[]) => FoundTown | null> = {
  [BRITAIN]: britishTown,
  [NETHERLANDS]: dutchTown,
}

function britishTown(segments: readonly string[]): FoundTown | null {
  for (const [at, segment] of [...segments.entries()].reverse()) {
    const start = segment.search(BRITISH_POSTCODE)
    if (start < 0) continue
    const first = start === 0 ? at - 1 : at
    const city = start === 0 ? segments[first] : segment.slice(0, start)
    if (city === undefined || !/^\p{L}\D*$/u.test(city)) return null
    const lines = segments.toSpliced(first, at - first + 1)
    return { postalCode: segment.slice(start).trim().toUpperCase(), city, lines }
  }
  return null
}

function dutchTown(segments: readonly string[]): FoundTown | null {
  for (const [at, segment] of [...segments.entries()].reverse()) {
    const found = DUTCH_POSTCODE.exec(segment)
    if (!found) continue
    const [, digits, letters, beside] = found
    const city = beside ?? segments[at + 1]
    if (city === undefined || !/^\p{L}\D*$/u.test(city)) return null
    const street = segment.slice(0, found.index)
    const lines = segments.toSpliced(
      at,
      beside === undefined ? 2 : 1,
      ...(street === '' ? [] : [street]),
    )
    return { postalCode: `${digits} ${letters}`.toUpperCase(), city, lines }
  }
  return null
}

const ONLY_THERE: readonly (readonly [RegExp, string])[] = [
  [/(?:^| )[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/u, BRITAIN],
  [/(?:^| )LV[- ]\d{4}(?: \p{L}|$)/u, 'Latvia'],
  [/(?:^| )\d{2}-\d{3} \p{L}/u, 'Polen'],
  [/(?:^| )\d{4}-\d{3} \p{L}/u, 'Portugal'],
  [/(?:^|\d )\d{3} \d{2} \p{L}\D*$/u, 'Sverige'],
  [/(?:^| )[A-Z]\d[A-Z] \d[A-Z]\d$/u, 'Canada'],
  [/(?:^| )[A-Z]{2} \d{5}(?:-\d{4})?$/u, 'USA'],
]

export function countryOfShape(segments: readonly string[]): string | null {
  const found = ONLY_THERE.find(([shape]) => segments.some((one) => shape.test(one)))
  return found?.[1] ?? null
}

function joinLonePostcode(segments: readonly string[]): readonly string[] {
  const at = segments.findIndex(
    (segment, index) =>
      /^(?:[A-Z]{1,3}-)?(?:\d{4}|\d{2}-\d{3}|\d{4}-\d{3}|\d{3} \d{2})$/i.test(segment) &&
      /^\p{L}\D*$/u.test(segments[index + 1] ?? ''),
  )
  return at < 0 ? segments : segments.toSpliced(at, 2, `${segments[at]} ${segments[at + 1]}`)
}
