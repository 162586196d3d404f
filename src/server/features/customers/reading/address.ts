import type { PostalAddress } from '#clients/fiken/types'
import type { Client, GeoAddress } from '#clients/servicem8/types'
import { comparableName, foldText, isOrganizationName } from '#shared/names'
import { countryName, countryOfCode, DEFAULT_COUNTRY } from './countries.ts'
import { countryOfShape, findTown } from './towns.ts'

export interface ParsedAddress extends PostalAddress {
  raw: string
  needsReview: boolean
}

/**
 * Parses a free-text address from ServiceM8 (reference §6.4). The parts are separated by lines or
 * commas, the town is found by its postcode ("0155 Oslo", "NO-0155 Oslo"), and a country at the end
 * replaces `known`. Text that cannot be parsed is kept as the street and marked for review.
 */
export function parseAddress(text: string, known: string = DEFAULT_COUNTRY): ParsedAddress {
  const segments = segmentsOf(text)
  const stated = takeCountry(segments) ?? countryOfPostcode(segments)
  const country = stated ?? (known === DEFAULT_COUNTRY ? countryOfShape(segments) : null) ?? known
  const town = findTown(segments, country)
  if (!town)
    return {
      street: segments.join(', '),
      street2: '',
      postalCode: '',
      city: '',
      country,
      raw: text,
      needsReview: true,
    }
  const { lines, postalCode, city, after = [] } = town
  // The town can come first, as in "0155 Oslo, Storgata 1".
  const behind = lines.some(isAddressLine) ? [] : after.filter(isAddressLine)
  const { street, street2 } = streetLines([...lines, ...behind])
  return { street, street2, postalCode, city, country, raw: text, needsReview: street === '' }
}

export function structuredAddress(
  parts: Omit<PostalAddress, 'street2'>,
  raw: string,
): ParsedAddress {
  const [street, postalCode, city] = [
    parts.street.trim(),
    parts.postalCode.trim(),
    parts.city.trim(),
  ]
  const country = countryOf(parts.country)
  // Some countries have no postcodes, and some addresses lack the postcode or the town.
  const hasTown =
    country === DEFAULT_COUNTRY ? postalCode !== '' && city !== '' : postalCode + city !== ''
  const needsReview = street === '' || !hasTown
  return { street, street2: '', postalCode, city, country, raw, needsReview }
}

/**
 * Returns the address of a text: ServiceM8's separate fields if they belong to this text, otherwise
 * the parsed text.
 */
export function addressOf(
  text: string,
  known: {
    clients: readonly Pick<Client, 'address' | 'street' | 'postalCode' | 'city' | 'country'>[]
    jobAddress: string
    geo: GeoAddress | null
  },
): ParsedAddress {
  const folded = foldText(text)
  const own = [
    ...known.clients.filter(({ address }) => foldText(address) === folded),
    ...(known.geo && foldText(known.jobAddress) === folded ? [known.geo] : []),
  ]
  const whole = own
    .map((place) => structuredAddress(place, text))
    .find(({ needsReview }) => !needsReview)
  return whole ?? parseAddress(text, countryOf(own[0]?.country ?? ''))
}

/**
 * Returns true if the line is part of an address rather than a name: it has a street number, a
 * postbox, "c/o" or a postcode, or is a single word that ends like a street ("Storgata"). "Sameiet
 * Storgata 12" is a name, because organisations' names contain numbers too. White space in the line
 * must be single spaces.
 */
export function isAddressLine(written: string): boolean {
  const line = written.replace(STOREY, '')
  if (/(?:^| )c\/o(?: |$)/i.test(line)) return true
  if (/(?:^| )(?:postboks|postb\.?|pb\.?|boks) ?\d/i.test(line)) return true
  if (/^(?:NO? ?-? ?)?\d{4} \p{L}/iu.test(line)) return comparableName(line).form === null
  if (isStage(line)) return false
  if (PART_OF_HOUSE.test(line)) return true
  if (isOrganizationName(line)) return false
  if (countryOfPostcode([line]) !== null || countryOfShape([line]) !== null) return true
  if (/\p{L}[.,]? \d{1,4} ?\p{L}?(?: ?[-–/] ?\d{1,4} ?\p{L}?)?(?: [HUKL]\d{4})?$/iu.test(line))
    return true
  if (/^\d{1,4}\p{L}? \p{L}/u.test(line)) return true
  return (
    / (?:NO-)?\d{4} \p{L}+$/iu.test(line) ||
    /^\p{L}+(?:gata|gaten|gate|veien|vegen|vei|veg)$/iu.test(line) ||
    WHOLE_ON_ONE_LINE.test(line)
  )
}

const STOREY = /(?<=\d ?\p{L}?),? \(?\d{1,2}\.? ?et(?:g|asje)\.?\)?$/iu

/**
 * Returns true for a building stage, which is part of a name, never of an address: "Trinn 2",
 * "Byggetrinn III".
 */
export const isStage = (line: string): boolean =>
  /^(?:(?:bygge)?trinn|etappe|fase|felt) [\divx]+$/iu.test(line)

/**
 * Matches an address that names a part of a building, such as "Industriveien 7 bygg C", although
 * companies can be called "Bygg".
 */
const PART_OF_HOUSE =
  /^\p{L}[\p{L}. ]* \d{1,4} ?\p{L}?,? (?:bygg|blokk|hus|oppgang|inngang|hall|port|avd\.?) \p{L}?\d{0,3}$/iu

/**
 * Matches a whole address on one line. The street number, or a word that only street names end
 * with, comes right before the postcode: "Øvre Gate 3 8610 Mo i Rana". "Vision 2020 Nordic Group"
 * has neither. The town can have several words.
 */
const WHOLE_ON_ONE_LINE = new RegExp(
  [
    /\p{L}\.?,? \d{1,4}(?: ?\p{L}(?!\p{L}))?,? (?:[A-Z]{1,3}-? ?)?(?:\d{3} \d{2}|\d{2}-\d{3}|\d{4,5}) \p{L}\D*$/u,
    /(?:gata|gaten|gate|gt|veien|vegen|vei|veg|vn|allé)\.? (?:NO?-? ?)?\d{4} \p{L}\D*$/u,
    / (?:NO?-? ?)?\d{4} \p{L}+ (?:i|på) \p{L}+$/u,
    / (?:NO?-? ?)?\d{4} (?:indre|ytre|øvre|nedre|nordre|søndre|vestre|østre|nord|sør|st\.?) \p{L}+$/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'iu',
)

export const isTownLine = (line: string): boolean =>
  /^(?:[A-Z]{1,3}[- ]?)?(?:\d{3} \d{2}|\d{4,5}) \p{L}\D*$/iu.test(line)

export const isStreetLine = (line: string): boolean => isAddressLine(line) && !isTownLine(line)

export const startsWithStreet = (line: string): boolean =>
  /^(?:(?:øvre|nedre|nordre|søndre|østre|vestre|indre|ytre|gamle|nye|store|lille) )?\p{L}*(?:gata|gaten|gate|gt|veien|vegen|vei|veg|vn|allé|alle|bakken|stien|plass|plassen|torg|torget|svingen|kroken|ringen|brygge|terrasse)\.? \d/iu.test(
    line,
  )

/**
 * Returns the address for Fiken, in separate fields or as the original lines; undefined when there
 * is no address.
 */
export function fullAddress(address: ParsedAddress | null): PostalAddress | undefined {
  if (!address) return undefined
  const { street, street2, postalCode, city, country, needsReview } = address
  if (!needsReview) return { street, street2, postalCode, city, country }
  if (foldText(`${street} ${postalCode} ${city}`) === '' || countryName(street)) return undefined
  const lines = street === '' ? { street, street2 } : streetLines(street.split(', '))
  return { ...lines, postalCode, city, country }
}

/**
 * Returns true if postcode and normalised street agree: "Storgt. 1" and "Storgata 1" are the same
 * address. If both state a flat, the flats must agree as well.
 */
export function isSameDoor(
  one: PostalAddress | null | undefined,
  other: PostalAddress | null | undefined,
): boolean {
  const door = doorKey(one)
  if (!one || !other || door === null || door !== doorKey(other)) return false
  const [ours, theirs] = [flatOf(one), flatOf(other)]
  return ours === '' || theirs === '' || ours === theirs
}

/**
 * Returns one key for all spellings of an address, ignoring the flat; null for an incomplete
 * address.
 */
export function doorKey(address: PostalAddress | null | undefined): string | null {
  const street = address ? foldStreet(streetOf(address)) : ''
  return address && address.postalCode !== '' && street !== ''
    ? `${address.postalCode.toLowerCase()} ${street}`
    : null
}

/** Returns true if the streets are equal, ignoring the town. */
export function isSameStreet(one: PostalAddress, other: PostalAddress): boolean {
  const street = foldStreet(streetOf(one))
  return street !== '' && street === foldStreet(streetOf(other))
}

/** Matches the beginning of an address line that names the addressee rather than the place. */
const IN_CARE_OF = /^(?:c\/o|v\/|att)(?:[ .:]|$)/i

/** Returns the line with the street; "" when no line contains a street. */
export function streetOf({ street, street2 }: PostalAddress): string {
  return [street, ...street2.split(', ')].find((one) => !IN_CARE_OF.test(one.trim())) ?? ''
}

const FLAT =
  /(?<!\p{L})(?:([hukl]\d{4})|(?:leil|leilighet|leilighetsnr|bolignr) (?:nr )?(\p{L}?\d+\p{L}?))(?!\p{L})/u

/** Returns the code or number of the flat; "" when no flat is stated. */
export function flatOf({ street, street2 }: PostalAddress): string {
  const [, code, number] = FLAT.exec(foldText(`${street} ${street2}`)) ?? []
  return code ?? number ?? ''
}

function foldStreet(street: string): string {
  return foldText(street)
    .replace(FLAT, '')
    .replace(/ \d{1,2} (?:etg|etasje)\b/, '')
    .replace(/^(?:postboks|postb|p ?b|p ?o box|boks) (\d+).*/, 'postboks $1')
    .replace(/ (?:nr|nummer) (?=\d)/, ' ')
    .replace(/ 0+(?=\d)/g, ' ')
    .replace(/\bsankt\b/, 'st')
    .replace(/ ?(?:gaten|gata|gate|gt)\b/g, 'gate')
    .replace(/ ?(?:veien|vegen|vei|veg|vn)\b/g, 'vei')
    .replace(/(\d) (\p{L})(?= |$)/gu, '$1$2')
    .trim()
}

function segmentsOf(text: string): string[] {
  return text
    .split(/[\r\n,;]/)
    .map((segment) =>
      segment
        .replace(/\s+/g, ' ')
        .trim()
        .replace(/(?<=\d)\.$/, ''),
    )
    .filter((segment) => segment !== '')
}

/** Returns the country for a name or two-letter code. An unknown country is returned unchanged. */
const countryOf = (written: string): string =>
  countryName(written) ??
  countryOfCode(written.toUpperCase()) ??
  (written.trim() || DEFAULT_COUNTRY)

/**
 * Removes the country from the segments and returns it. The country is a segment by itself,
 * possibly as two letters, or the last word after the town.
 */
function takeCountry(segments: string[]): string | null {
  const last = segments.at(-1)
  if (last === undefined) return null
  const isCode = /^[A-Z]{2}$/.test(last) && !isOrganizationName(`Navn ${last}`)
  // In "Mountain View, CA", "CA" is not Canada: a two-letter country code only follows a postcode.
  const code = isCode && /\d/.test(segments.at(-2) ?? '') ? countryOfCode(last) : null
  const whole = countryName(last) ?? code
  if (whole && segments.length > 1) {
    segments.pop()
    return whole
  }
  const end = last.lastIndexOf(' ')
  const before = last.slice(0, end).replace(/[ –-]+$/u, '')
  const country = countryName(last.slice(end + 1))
  if (!country || !/\d \p{L}/u.test(before)) return null
  segments[segments.length - 1] = before
  return country
}

function countryOfPostcode(segments: readonly string[]): string | null {
  const code = segments
    .map((one) => {
      const [, far, near] =
        /(?:^| )([A-Z]{1,3})-\d{2}[\d -]* \p{L}|^([A-Z]{2}) \d{2}[\d -]* \p{L}/u.exec(one) ?? []
      return far ?? near
    })
    .find(Boolean)
  return code === undefined ? null : countryOfCode(code)
}

const WITHIN =
  /^(?:leil(?:ighet)?|seksjon|bolig|oppgang|inngang|bygg|blokk|hus|rom|plan|avd|avdeling|kontor|lager|hall|port|gnr|\d{1,2}\.? ?et(?:g|asje))(?:[. ]|$)/iu

/**
 * Splits the lines of an address into street lines. The first line that looks like an address
 * becomes the street, and lines such as "Avd. Vest" become the second street line.
 */
function streetLines(lines: readonly string[]): { street: string; street2: string } {
  const isOfHouse = (line: string) => isAddressLine(line) && countryOfShape([line]) === null
  const ofHouse = lines.findIndex((line) => isOfHouse(line) && !WITHIN.test(line))
  const at = Math.max(0, ofHouse < 0 ? lines.findIndex(isAddressLine) : ofHouse)
  return { street: lines[at] ?? '', street2: lines.filter((_, index) => index !== at).join(', ') }
}
