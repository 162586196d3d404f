import type { PostalAddress } from '#clients/fiken/types'
import type { Client, GeoAddress } from '#clients/servicem8/types'
import { foldText, isOrganizationName } from '#shared/names'

export const DEFAULT_COUNTRY = 'Norge'

export interface ParsedAddress extends PostalAddress {
  /** The text it was read from, as written. */
  raw: string
  /** Street, postcode or town was not found: a person should look before it is sent anywhere. */
  needsReview: boolean
}

/** How countries are written in free text, and the name Norwegians use for them. */
const COUNTRIES: Readonly<Record<string, string>> = {
  norge: 'Norge',
  norway: 'Norge',
  noreg: 'Norge',
  no: 'Norge',
  sverige: 'Sverige',
  sweden: 'Sverige',
  danmark: 'Danmark',
  denmark: 'Danmark',
  finland: 'Finland',
  suomi: 'Finland',
  island: 'Island',
  iceland: 'Island',
  tyskland: 'Tyskland',
  germany: 'Tyskland',
  deutschland: 'Tyskland',
  polen: 'Polen',
  poland: 'Polen',
  storbritannia: 'Storbritannia',
  'united kingdom': 'Storbritannia',
  usa: 'USA',
}

const NORWEGIAN_TOWN = /^(.*?)(?:^|[\s,])(?:NO?-?\s?)?(\d{4})\s+(\p{L}[^\d]*)$/iu
const FOREIGN_TOWN = /^(.*?)(?:^|[\s,])(?:[A-Z]{1,3}-)?(\d{3}\s?\d{2}|\d{4,5})\s+(\p{L}[^\d]*)$/iu
const POST_BOX = /(?:^|\s)(?:postboks|postb\.?|p\.?\s?b\.?|boks)$/iu

/**
 * A free-text address as people write it in ServiceM8 (reference §6.4): lines or commas, the town found by its postcode
 * ("0155 Oslo", "NO-0155 Oslo"), a country at the end, else Norge. What cannot be read stays as the street, marked for review.
 */
export function parseAddress(text: string): ParsedAddress {
  const segments = segmentsOf(text)
  const country = takeCountry(segments)
  const pattern = (country ?? DEFAULT_COUNTRY) === DEFAULT_COUNTRY ? NORWEGIAN_TOWN : FOREIGN_TOWN
  joinLonePostcode(segments)
  for (let index = segments.length - 1; index >= 0; index -= 1) {
    const found = pattern.exec(segments[index] ?? '')
    const [, before = '', postalCode = '', city = ''] = found ?? []
    // "Postboks 1234 Sentrum" looks like a postcode and a town, and is neither.
    if (!found || POST_BOX.test(before.trim())) continue
    const { street, street2 } = streetLines([...segments.slice(0, index), before.trim()].filter((line) => line !== ''))
    return {
      street,
      street2,
      postalCode: postalCode.replace(/\s/g, ''),
      city: city.trim(),
      country: country ?? DEFAULT_COUNTRY,
      raw: text,
      needsReview: street === '',
    }
  }
  return {
    street: segments.join(', '),
    street2: '',
    postalCode: '',
    city: '',
    country: country ?? DEFAULT_COUNTRY,
    raw: text,
    needsReview: true,
  }
}

/** An address that arrives in fields of its own. */
export function structuredAddress(parts: Partial<PostalAddress>, raw: string): ParsedAddress {
  const address = {
    street: parts.street?.trim() ?? '',
    street2: parts.street2?.trim() ?? '',
    postalCode: parts.postalCode?.trim() ?? '',
    city: parts.city?.trim() ?? '',
    country: countryName(parts.country ?? '') ?? DEFAULT_COUNTRY,
  }
  return { ...address, raw, needsReview: address.street === '' || address.postalCode === '' || address.city === '' }
}

/** The text's own structured fields where ServiceM8 has them (the client's address, the geocoded job site), else parsed. */
export function addressOf(
  text: string,
  known: {
    clients: readonly (Pick<Client, 'address' | 'street' | 'postalCode' | 'city' | 'country'> | null)[]
    jobAddress: string
    geo: GeoAddress | null
  },
): ParsedAddress {
  const folded = foldText(text)
  for (const client of known.clients) {
    if (client && foldText(client.address) === folded) {
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
 * Is this line part of an address rather than a name? It has a street number, a postbox, "c/o" or a postcode, or is a single word
 * that ends as streets do ("Storgata"). "Sameiet Storgata 12" is a name: organisations carry numbers too.
 */
export function isAddressLine(line: string): boolean {
  const text = line.trim()
  if (/(?:^|\s)c\/o(?:\s|$)/i.test(text)) return true
  if (/(?:^|\s)(?:postboks|postb\.?|pb\.?|boks)\s*\d/iu.test(text)) return true
  if (/^(?:NO?-?\s?)?\d{4}\s+\p{L}/iu.test(text)) return true
  if (isOrganizationName(text)) return false
  if (/\p{L}[.,]?\s+\d{1,4}\s?\p{L}?(?:\s*[-–/]\s*\d{1,4}\s?\p{L}?)?(?:\s+[HUKL]\d{4})?$/iu.test(text)) return true
  if (/^\d{1,4}\p{L}?\s+\p{L}/u.test(text)) return true
  return /(?:^|\s)(?:NO-)?\d{4}\s+\p{L}+$/iu.test(text) || /^\p{L}+(?:gata|gaten|gate|veien|vegen|vei|veg)$/iu.test(text)
}

/** The address as Fiken takes it: all of it or none, since a part of an address is refused. */
export function fullAddress(address: ParsedAddress | null): PostalAddress | undefined {
  if (!address || address.needsReview) return undefined
  const { street, street2, postalCode, city, country } = address
  return { street, street2, postalCode, city, country }
}

/** Postcode and street folded for comparison: "Storgt. 1" and "Storgata 1" are the same door. */
export function isSameDoor(one: PostalAddress | null | undefined, other: PostalAddress | null | undefined): boolean {
  if (!one || !other || one.postalCode.trim() === '' || one.postalCode.trim() !== other.postalCode.trim()) return false
  const street = foldStreet(one.street)
  return street !== '' && street === foldStreet(other.street)
}

function foldStreet(street: string): string {
  return foldText(street)
    .replace(/(gaten|gata|gate|gt)\b/g, 'gate')
    .replace(/(veien|vegen|vei|veg|vn)\b/g, 'vei')
    .replace(/(\d)\s+(\p{L})$/u, '$1$2')
}

function segmentsOf(text: string): string[] {
  return text
    .split(/[\r\n,;]+/)
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
  const [, before = '', word = ''] = /^(.*\d.*)\s(\p{L}{3,})$/u.exec(last) ?? []
  const country = countryName(word)
  if (!country || !/\d\s+\p{L}/u.test(before)) return null
  segments[segments.length - 1] = before
  return country
}

/** "0155" and "Oslo" on lines of their own become one. */
function joinLonePostcode(segments: string[]): void {
  const at = segments.findIndex(
    (segment, index) => /^(?:NO?-)?\d{4}$/i.test(segment) && /^\p{L}[^\d]*$/u.test(segments[index + 1] ?? ''),
  )
  if (at >= 0) segments.splice(at, 2, `${segments[at]} ${segments[at + 1]}`)
}

/** The first real address line is the street; "Avd. Vest" and the like come second. */
function streetLines(lines: string[]): { street: string; street2: string } {
  const at = Math.max(0, lines.findIndex(isAddressLine))
  return { street: lines[at] ?? '', street2: lines.filter((_, index) => index !== at).join(', ') }
}

function countryName(text: string): string | null {
  return COUNTRIES[foldText(text)] ?? null
}
