import { comparableName, foldText, isOrganizationName, isSameName } from '#shared/names'
import { isAddressLine, isStage, isStreetLine, isTownLine, startsWithStreet } from './address.ts'
import { takeDetails, type BillingDetails } from './billing-details.ts'
import { attentionIn, isOffice } from './billing-references.ts'

export interface RecipientText {
  /** The recipient's name; null when the text starts with the address. */
  name: string | null
  attention: string | null
  address: string
  details?: BillingDetails
}

const CARE_OF = /^c\/o(?: |$)/i
const HEADING = new RegExp(
  `^(?:hei[,!.]* )?(?:${[
    /(?:send )?e?-?(?:faktura(?:en|er)?|regning(?:en)?)(?: skal| bes| ønskes)?(?: sendes| gå| stiles| adresseres)? til(?: *:|$| )/u,
    /faktureres (?=.* (?:asa?|brl)(?:,|$))|(?:sendes|stiles|faktureres|betales)(?: til| av)(?: *:|$| )|(?:faktureres|til|faktura) *:/u,
    /(?:faktura(?:adresse(?:n)?|mottaker)|mottaker|betaler|byggherre|oppdragsgiver|regningsadresse|firma(?:navn)?) *(?::|$)/u,
    /(?:navn|kunde|privat|selskap|bedrift|(?:post|besøks)?adresse|(?:post|besøks)?adr\.?) *:/u,
    /(?:post(?:nr|nummer)(?:\.? ?(?:og|\/|&) ?(?:post)?sted)?|(?:post)?sted) *:/u,
  ]
    .map(({ source }) => source)
    .join('|')}) *`,
  'iu',
)
const NAME_AND_PERSON = /^(.*[^ ,]),? +((?:c\/o |v\/|att(?:n|ention)?(?:[.:]| )) ?.+)$/iu

/**
 * Parses a billing text (rule 7). The first line is the recipient's name, unless it belongs to an
 * address or names a contact person at the recipient.
 *
 * Text on a single line is split at its commas. A text without letters and digits ("-") is not a
 * name.
 *
 * @param knownNames names of the client and its head office. They count as names even if they look
 * like addresses ("Team 2000"), but not when only the legal form is missing ("Storgata 12" for
 * "Sameiet Storgata 12").
 * @param knownPlaces street and town of the client and the job site, which count as places even
 * without a number
 */
export function readRecipientText(
  text: string,
  knownNames: readonly string[],
  knownPlaces: readonly string[],
): RecipientText {
  const isName = (part: string) => knownNames.some((name) => isSameName(name, part))
  const { lines: written, details } = takeDetails(text, isName)
  // When both addresses are stated, letters are sent to the postal address.
  const hasPostal = written.some((line) => /^post(?:adresse|adr\.?) *:/iu.test(line))
  const isVisited = (line: string) => /^besøks(?:adresse|adr\.?) *:/iu.test(line)
  const { lines, attention } = withoutAttention(
    written
      .filter((line) => !(hasPostal && isVisited(line)))
      .map((line) => (isName(line) ? line : withoutHeading(line, isName))),
    isName,
  )
  const careOf = lines.findIndex((line) => !CARE_OF.test(line))
  const first = careOf < 0 ? lines.length : careOf
  const known: Known = {
    isName,
    hasForm: (part) => knownNames.some((name) => hasSameForm(name, part)),
    isKnownPlace: (part) => knownPlaces.some((place) => foldText(place) === foldText(part)),
  }
  const { ordered, person } = nameFirst(lines.slice(first), known)
  const read = withStage(splitFirstLine(ordered, known))
  // The text after "c/o" can belong to the address that follows.
  const isNamed = first === 0 || isName(read.name ?? '') || hasOwnForm(read.name ?? '')
  const { name, address } = isNamed ? read : { name: null, address: lines.slice(first) }
  return {
    name: name === null ? null : withoutSigns(name),
    attention: attention ?? read.attention ?? person,
    address: withoutRepetition([...lines.slice(0, first), ...address], known).join('\n'),
    ...(Object.values(details).some((one) => one !== null) ? { details } : {}),
  }
}

function withoutHeading(written: string, isName: (part: string) => boolean): string {
  const [, known = ''] = /^til ([^,]+)/iu.exec(written) ?? []
  const line = isName(known) ? written.slice('til '.length) : written.replace(HEADING, '')
  // Also accepts "co/ OBOS" and "C/O: OBOS".
  return CARE_OF.test(line)
    ? line
    : line.replace(/^(?:c ?\/ ?o|co\/|\u2105)[.: ]*(?! ?$)/iu, 'c/o ')
}

interface Known {
  isName: (part: string) => boolean
  hasForm: (part: string) => boolean
  isKnownPlace: (part: string) => boolean
}

/**
 * Moves the line with the name before an address, or before a contact person in a known company.
 */
function nameFirst(
  lines: readonly string[],
  known: Known,
): { ordered: readonly string[]; person: string | null } {
  const all = lines.length === 1 ? (lines[0] ?? '').split(/ *, */) : lines
  const [first = '', ...others] = all
  const startsWithPlace = isPlace(first.split(/ *, */)[0] ?? '', others, known)
  const isCompany = (line: string) =>
    !CARE_OF.test(line) && hasOwnForm(line) && !isAddressLine(line)
  const isOwn = (line: string) =>
    isOrganizationName(line) && known.isName(line) && known.hasForm(line) && !isAddressLine(line)
  const company = others.find(isOwn) ?? (startsWithPlace ? others.find(isCompany) : undefined)
  const isKept = company === undefined || (known.isName(first) && !startsWithPlace)
  if (isKept || (!startsWithPlace && (isOrganizationName(first) || lines.length === 1)))
    return { ordered: lines, person: null }
  const rest = all.filter((line) => line !== company && (startsWithPlace || line !== first))
  return { ordered: [company, ...rest], person: startsWithPlace ? null : first }
}

function withStage(read: Split): Split {
  const [stage = '', ...address] = read.address
  const { name } = read
  return name !== null && isOrganizationName(name) && isStage(stage)
    ? { ...read, name: `${name} ${stage}`, address }
    : read
}

function withoutSigns(written: string): string {
  const company = written.replace(/[ ,(–-]+EHF\)?$/iu, '')
  return (hasOwnForm(company) ? company : written).replace(
    /^[\s"“”«»'*•·,;:–—-]+|[\s"“”«»*•·,;:–—-]+$/gu,
    '',
  )
}

interface Split {
  name: string | null
  attention: string | null
  address: string[]
}

/**
 * Splits the first line into name and address. A name can contain a comma ("Hansen, Olsen & Co"),
 * so it ends before the first part that is an address, or at the end of the line.
 */
function splitFirstLine([line = '', ...others]: readonly string[], known: Known): Split {
  const isPlaceBefore = (rest: readonly string[]) => (part: string) => isPlace(part, rest, known)
  if (line === '') return { name: null, attention: null, address: [] }
  if (known.isName(line) && !isPlaceBefore(others)(line))
    return { name: line, attention: null, address: others }
  const parts = line.split(/ *, */).filter(saysSomething)
  const firstPlace = parts.findIndex((part, at) =>
    isPlaceBefore([...parts.slice(at + 1), ...others])(part),
  )
  // If the first part is an address, the whole line belongs to the address.
  const at = firstPlace >= 0 ? Math.max(1, firstPlace) : others.length === 0 ? 1 : parts.length
  const head = parts.slice(0, at).join(', ')
  const rest = [parts.slice(at).join(', '), ...others].filter((one) => one !== '')
  const inner = splitName(head, known)
  if (inner) return { ...inner, address: [...inner.address, ...rest] }
  return isPlaceBefore(rest)(head)
    ? { name: null, attention: null, address: [line, ...others] }
    : { name: head, attention: null, address: rest }
}

function splitName(head: string, known: Known): Split | null {
  if (known.isName(head)) return null
  const [, before, after] = NAME_AND_PERSON.exec(head) ?? []
  if (before !== undefined && after !== undefined && isNameOfSomebody(before, known)) {
    const attention = attentionIn(after)
    return { name: before, attention, address: attention === null ? [after] : [] }
  }
  const words = head.split(' ')
  const at = words.findIndex((_, end) => {
    const [name, tail] = [words.slice(0, end).join(' '), words.slice(end).join(' ')]
    return end > 0 && isAddressLine(tail) && endsName(name, tail, known)
  })
  if (at < 1) return null
  const [name, tail] = [words.slice(0, at).join(' '), words.slice(at).join(' ')]
  return { name, attention: null, address: [tail] }
}

/**
 * Returns true if the text is the name of a person or company. A single word might be a house
 * ("Sjøhuset c/o Ola Nordmann").
 */
function isNameOfSomebody(text: string, known: Known): boolean {
  if (known.isName(text)) return true
  return (text.includes(' ') || hasOwnForm(text)) && !isAddressLine(text)
}

function endsName(name: string, tail: string, known: Known): boolean {
  if (known.isName(name) && known.hasForm(name) && !isPlace(name, [tail], known)) return true
  if (!isOrganizationName(name) && isPerson(name) && STREET_IN_ONE_WORD.test(tail)) return true
  // In "Solsiden AS Storgata 1" the name ends with the legal form. "Borettslaget Solsiden Solveien
  // 2 1415 Oppegård" is split before the street, but "Sameiet Øvre Storgata 12 0155 Oslo" is not.
  if (!hasOwnForm(name)) return false
  if (!LEADING.test(name)) return true
  if (isTownLine(tail)) return true
  return !PART_OF_PLACE.test(name) && startsWithStreet(tail) && / \d{4} \p{L}/u.test(tail)
}

const isPerson = (name: string) =>
  /^\p{Lu}[\p{L}'-]+(?: \p{Lu}(?:\.|[\p{L}'-]+)){0,2} \p{Lu}[\p{L}'-]*[^s\P{L}]$/u.test(name) &&
  !/^(?:øvre|nedre|nordre|søndre|østre|vestre|indre|ytre|gamle|nye|store|lille|midtre|sankt) /iu.test(
    name,
  )
const STREET_IN_ONE_WORD =
  /^\p{Lu}\p{L}{2,}(?:gata|gaten|gate|veien|vegen|vei|veg|bakken|stien|svingen|kroken|ringen) \d.* \d{4} \p{L}/u

const LEADING = /^(?:AS|brl|(?:borettslag|burettslag|\p{L}*sameie|stiftelse)(?:t|et|en|n)?) /iu
const PART_OF_PLACE =
  / (?:øvre|nedre|nordre|søndre|østre|vestre|indre|ytre|gamle|nye|store|lille|midtre|sankt|st\.?)$/iu

const hasOwnForm = (name: string) => comparableName(name).form !== null
const hasSameForm = (one: string, other: string) =>
  isSameName(one, other) && comparableName(one).form === comparableName(other).form

/**
 * Returns true if a part of the first line is a place. A known name counts as a place only if it
 * looks like an address without a legal form, and normally only if no other street follows.
 */
function isPlace(part: string, rest: readonly string[], known: Known): boolean {
  const isHere = known.isKnownPlace(part) || isOffice(part)
  if (!known.isName(part)) return isHere || (isAddressLine(part) && !isNumberedName(part, rest))
  if (!isHere && !isAddressLine(part)) return false
  if (hasOwnForm(part) || (part.includes(',') && !isAddressLine(part.split(/ *,/)[0] ?? '')))
    return false
  const others = rest.flatMap((line) => line.split(/ *, */))
  if (!others.some(isStreetLine)) return true
  return !known.hasForm(part) && (isHere || startsWithStreet(part))
}

/**
 * Returns true for a name with a number before a street, such as "Rema 1000 Moa": no house has a
 * four-digit number.
 */
const isNumberedName = (part: string, rest: readonly string[]) =>
  /^\p{L}[\p{L} &.-]* \d{4}(?: \p{L}+)?$/u.test(part) &&
  !startsWithStreet(part) &&
  !/^p\.?(?:ost)?\.? ?b/iu.test(part) &&
  rest.some(isStreetLine)

export function saysSomething(text: string): boolean {
  return foldText(text) !== ''
}

function withoutAttention(
  written: readonly string[],
  isName: (line: string) => boolean,
): { lines: string[]; attention: string | null } {
  let attention: string | null = null
  const isAttention = (part: string) => {
    const person = isName(part) ? null : attentionIn(part)
    if (person !== null && person !== '') attention ??= person
    return person !== null
  }
  const lines = written.map((line) => {
    if (isName(line)) return line
    const parts = line.split(/ *, */)
    const left = parts.filter((part) => !isAttention(part))
    return left.length === parts.length ? line : left.join(', ')
  })
  return { lines: joinBareCareOf(lines.filter(saysSomething)), attention }
}

const joinBareCareOf = (lines: readonly string[]) =>
  lines.flatMap((line, at) => {
    if (/^c\/o$/i.test(lines[at - 1] ?? '')) return []
    return /^c\/o$/i.test(line) ? [`${line} ${lines[at + 1] ?? ''}`.trim()] : [line]
  })

const withoutRepetition = (lines: readonly string[], known: Known) =>
  lines
    .map((line) =>
      line
        .split(', ')
        .filter((part) => !(hasOwnForm(part) && known.hasForm(part) && known.isName(part)))
        .join(', '),
    )
    .filter(
      (line, at, all) =>
        line !== '' && all.findIndex((one) => foldText(one) === foldText(line)) === at,
    )
