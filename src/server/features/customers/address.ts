import type { PostalAddress } from '#clients/fiken/types'
import type { Client, GeoAddress } from '#clients/servicem8/types'
import { foldText, isOrganizationName } from '#shared/names'
import { BRITAIN, countryName, DEFAULT_COUNTRY, NETHERLANDS } from './countries.ts'

export interface ParsedAddress extends PostalAddress {
  /** The text it was read from, as written. */
  raw: string
  /** Street, postcode or town was not found: a person should look before it is sent anywhere. */
  needsReview: boolean
}

// A town at the end of a segment, whose white space is single spaces.
const NORWEGIAN_TOWN = /(?:^| )(?:NO?-? ?)?\d{4} \p{L}\D*$/iu
const FOREIGN_TOWN = /(?:^| )(?:[A-Z]{1,3}-)?(?:\d{3} \d{2}|\d{4,5}) \p{L}\D*$/iu
/** In Britain it follows the town: "London SW1A 2AA", or each on a line of its own. */
const BRITISH_POSTCODE = /(?:^| )[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i
/**
 * In the Netherlands two letters belong to it: "1012 LG Amsterdam", or the town on a line of its own.
 * "3732 de Bilt" has left them out.
 */
const DUTCH_POSTCODE = /(?:^| )(?:NL-? ?)?(\d{4}) ?([A-Z]{2}|(?!de )[a-z]{2})(?: (\p{L}\D*))?$/u
/** Without them; two letters alone are no town. */
const DUTCH_TOWN = /(?:^| )(?:NL-)?\d{4} (?!\p{L}{2}$)\p{L}\D*$/u
const POST_BOX = /(?:^| )(?:postboks|postb\.?|p\.? ?b\.?|boks)$/iu

/**
 * A free-text address as people write it in ServiceM8 (reference §6.4): lines or commas, the town
 * found by its postcode ("0155 Oslo", "NO-0155 Oslo"), a country at the end, else Norge. What
 * cannot be read stays as the street, marked for review.
 */
export function parseAddress(text: string): ParsedAddress {
  const segments = segmentsOf(text)
  const country = takeCountry(segments) ?? DEFAULT_COUNTRY
  const pattern = TOWNS[country] ?? FOREIGN_TOWN
  const letteredTown = TOWNS_WITH_LETTERS[country]?.(segments)
  if (letteredTown)
    return {
      ...streetLines(segments),
      ...letteredTown,
      country,
      raw: text,
      needsReview: segments.length === 0,
    }
  joinLonePostcode(segments)
  for (const [index, segment] of [...segments.entries()].reverse()) {
    const start = segment.search(pattern)
    const before = segment.slice(0, start)
    // "Postboks 1234 Sentrum" looks like a postcode and a town, and is neither.
    if (start < 0 || POST_BOX.test(before)) continue
    const { street, street2 } = streetLines(
      [...segments.slice(0, index), before].filter((line) => line !== ''),
    )
    const town = segment.slice(start)
    return {
      street,
      street2,
      postalCode: town.replace(/\D/g, ''),
      city: town.replace(/.*\d /, ''),
      country,
      raw: text,
      needsReview: street === '',
    }
  }
  return {
    street: segments.join(', '),
    street2: '',
    postalCode: '',
    city: '',
    country,
    raw: text,
    needsReview: true,
  }
}

/** An address that arrives in fields of its own. */
export function structuredAddress(
  parts: Omit<PostalAddress, 'street2'>,
  raw: string,
): ParsedAddress {
  const [street, postalCode, city] = [
    parts.street.trim(),
    parts.postalCode.trim(),
    parts.city.trim(),
  ]
  const country = countryName(parts.country) ?? DEFAULT_COUNTRY
  const needsReview = street === '' || postalCode === '' || city === ''
  return { street, street2: '', postalCode, city, country, raw, needsReview }
}

/**
 * The text's own structured fields where ServiceM8 has them (the client's address, the geocoded job
 * site), else parsed.
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
  for (const client of known.clients) {
    if (foldText(client.address) === folded) {
      const structured = structuredAddress(client, text)
      if (!structured.needsReview) return structured
    }
  }
  if (known.geo && foldText(known.jobAddress) === folded) {
    const structured = structuredAddress(known.geo, text)
    if (!structured.needsReview) return structured
  }
  return parseAddress(text)
}

/**
 * Is this line part of an address rather than a name? It has a street number, a postbox, "c/o" or
 * a postcode, or is a single word that ends as streets do ("Storgata"). "Sameiet Storgata 12" is
 * a name: organisations carry numbers too. The line's white space is single spaces.
 */
export function isAddressLine(line: string): boolean {
  if (/(?:^| )c\/o(?: |$)/i.test(line)) return true
  if (/(?:^| )(?:postboks|postb\.?|pb\.?|boks) ?\d/i.test(line)) return true
  if (/^(?:NO?-? ?)?\d{4} \p{L}/iu.test(line)) return true
  if (isOrganizationName(line)) return false
  if (/\p{L}[.,]? \d{1,4} ?\p{L}?(?: ?[-–/] ?\d{1,4} ?\p{L}?)?(?: [HUKL]\d{4})?$/iu.test(line))
    return true
  if (/^\d{1,4}\p{L}? \p{L}/u.test(line)) return true
  return (
    / (?:NO-)?\d{4} \p{L}+$/iu.test(line) ||
    /^\p{L}+(?:gata|gaten|gate|veien|vegen|vei|veg)$/iu.test(line)
  )
}

/** The address as Fiken takes it: all of it or none, since a part of an address is refused. */
export function fullAddress(address: ParsedAddress | null): PostalAddress | undefined {
  if (!address || address.needsReview) return undefined
  const { street, street2, postalCode, city, country } = address
  return { street, street2, postalCode, city, country }
}

/** Postcode and street folded for comparison: "Storgt. 1" and "Storgata 1" are the same door. */
export function isSameDoor(
  one: PostalAddress | null | undefined,
  other: PostalAddress | null | undefined,
): boolean {
  if (!one || !other || one.postalCode === '' || one.postalCode !== other.postalCode) return false
  return isSameStreet(one, other)
}

/** The street and its number, in whichever town. */
export function isSameStreet(one: PostalAddress, other: PostalAddress): boolean {
  const street = foldStreet(one.street)
  return street !== '' && street === foldStreet(other.street)
}

function foldStreet(street: string): string {
  return foldText(street)
    .replace(/(gaten|gata|gate|gt)\b/g, 'gate')
    .replace(/(veien|vegen|vei|veg|vn)\b/g, 'vei')
    .replace(/(\d) (\p{L})/gu, '$1$2')
}

function segmentsOf(text: string): string[] {
  return text
    .split(/[\r\n,;]/)
    .map((segment) => segment.replace(/\s+/g, ' ').trim())
    .filter((segment) => segment !== '')
}

/** Takes the country off the end: a segment of its own, or the last word after the town. */
function takeCountry(segments: string[]): string | null {
  const last = segments.at(-1)
  if (last === undefined) return null
  const whole = countryName(last)
  if (whole && segments.length > 1) {
    segments.pop()
    return whole
  }
  const end = last.lastIndexOf(' ')
  const before = last.slice(0, end)
  const country = countryName(last.slice(end + 1))
  if (!country || !/\d \p{L}/u.test(before)) return null
  segments[segments.length - 1] = before
  return country
}

const TOWNS: Record<string, RegExp> = {
  [DEFAULT_COUNTRY]: NORWEGIAN_TOWN,
  [NETHERLANDS]: DUTCH_TOWN,
}

interface LetteredTown {
  postalCode: string
  city: string
}

/** Where postcodes have letters: each takes the town out, and is null when there are not both. */
const TOWNS_WITH_LETTERS: Record<string, (segments: string[]) => LetteredTown | null> = {
  [BRITAIN]: takeBritishTown,
  [NETHERLANDS]: takeDutchTown,
}

function takeBritishTown(segments: string[]): LetteredTown | null {
  for (const [at, segment] of [...segments.entries()].reverse()) {
    const start = segment.search(BRITISH_POSTCODE)
    if (start < 0) continue
    const first = start === 0 ? at - 1 : at
    const city = start === 0 ? segments[first] : segment.slice(0, start)
    if (city === undefined || !/^\p{L}\D*$/u.test(city)) return null
    segments.splice(first, at - first + 1)
    return { postalCode: segment.slice(start).trim().toUpperCase(), city }
  }
  return null
}

function takeDutchTown(segments: string[]): LetteredTown | null {
  for (const [at, segment] of [...segments.entries()].reverse()) {
    const found = DUTCH_POSTCODE.exec(segment)
    if (!found) continue
    const [, digits, letters, beside] = found
    const city = beside ?? segments[at + 1]
    if (city === undefined || !/^\p{L}\D*$/u.test(city)) return null
    const street = segment.slice(0, found.index)
    segments.splice(at, beside === undefined ? 2 : 1, ...(street === '' ? [] : [street]))
    return { postalCode: `${digits} ${letters}`.toUpperCase(), city }
  }
  return null
}

/** "0155" and "Oslo" on lines of their own become one. */
function joinLonePostcode(segments: string[]): void {
  const at = segments.findIndex(
    (segment, index) =>
      /^(?:NO?-)?\d{4}$/i.test(segment) && /^\p{L}\D*$/u.test(segments[index + 1] ?? ''),
  )
  if (at >= 0) segments.splice(at, 2, `${segments[at]} ${segments[at + 1]}`)
}

/** The first real address line is the street; "Avd. Vest" and the like come second. */
function streetLines(lines: string[]): { street: string; street2: string } {
  const at = Math.max(0, lines.findIndex(isAddressLine))
  return { street: lines[at] ?? '', street2: lines.filter((_, index) => index !== at).join(', ') }
}
