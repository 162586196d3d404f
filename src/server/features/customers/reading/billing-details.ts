import {
  emailAddress,
  organizationDigits,
  organizationNumber,
  phoneNumber,
  wrongEmailAddress,
} from '#shared/norwegian'
import { linesOf } from './billing-lines.ts'
import { isNotSaid, isReference } from './billing-references.ts'

export interface BillingDetails {
  organizationNumber: string | null
  email: string | null
  wrongEmail: string | null
  phone: string | null
}

export const NO_DETAILS: BillingDetails = {
  organizationNumber: null,
  email: null,
  wrongEmail: null,
  phone: null,
}

/**
 * Extracts organisation numbers, e-mail addresses, phone numbers and electronic invoice addresses
 * from a billing text. Companies write these between the address lines, and they must never become
 * part of a street.
 *
 * @param isName returns true for names, which are kept even if they look like such details
 */
export function takeDetails(
  text: string,
  isName: (line: string) => boolean,
): { lines: string[]; details: BillingDetails } {
  const found = { ...NO_DETAILS }
  const lines = linesOf(text, isName).map((line, at) =>
    isName(line) ? line : withoutDetails(line, at === 0, found, isName),
  )
  return { lines, details: found }
}

function withoutDetails(
  line: string,
  isFirst: boolean,
  found: BillingDetails,
  isName: (part: string) => boolean,
): string {
  const parts = line.split(/ ?[,;|•·] ?| [/–—] /)
  const left = parts.map((part, at) => {
    if (isName(part) || isReference(part)) return part
    return isNotSaid(part, isFirst && at === 0) ? '' : withoutDetailsOfPart(part, found)
  })
  if (left.every((part, at) => part === parts[at])) return line
  return left.filter((part) => part !== '').join(', ')
}

/**
 * The kinds of details, each with the words around it, in the order in which they are extracted.
 */
const WRITTEN: readonly {
  pattern: RegExp
  /** Stores the detail. Returns false if the text is something else and must be kept. */
  take: (written: string, found: BillingDetails) => boolean
}[] = [
  {
    pattern: /[^\s<>()[\]{}:"«»“”@]+@[^\s<>()[\]{}:"«»“”@]+/gu,
    take: (written, found) => {
      found.email ??= emailAddress(written)
      found.wrongEmail ??= wrongEmailAddress(written)
      return true
    },
  },
  {
    // ISO 6523 identifiers: "0192:940155223" is an organisation number, "0088:7080000123456" a GLN.
    pattern: /\b\d{4} ?: ?[\d ]{7,}\d/gu,
    take: (written, found) => {
      found.organizationNumber ??= organizationNumber(written)
      return true
    },
  },
  {
    pattern:
      /(?<!\p{L})(?:gln|ean)[-. ]*(?:nr|nummer)?[.: ]*\d(?: ?\d){12}(?!\d)|(?<!\d)(?:\d{13}|\d{4} \d{4} \d{5}|\d{2} \d{5} \d{6})(?!\d)/giu,
    take: () => true,
  },
  {
    pattern:
      /(?<!\p{L})(?:tlf|tel|telefon|telefonnr|telefonnummer|tlfnr|mob|mobil|mobiltlf|mobilnr|mobilnummer|phone|sentralbord)(?!\p{L})[. ]*(?:nr|nummer)?[.: ]*\+?\(?\d[\d ()./-]{5,}\d/giu,
    take: takePhone,
  },
  {
    pattern:
      /(?<!\p{L})(?:org|organisasjons?|foretaks?|virksomhets|enhets|mva|vat)[. -]*(?:registeret|nummer|number|nr|no|id)?[.:# -]*(?:NO[ -]?)?(?:\d(?:[ .-]?\d){8}(?!\d)|\d[\d.-]{5,}\d)(?: ?-? ?\(?MVA\b\)?)?(?: ?foretaksregisteret)?/giu,
    take: (written, found) => {
      found.organizationNumber ??= organizationNumber(written)
      return true
    },
  },
  // A national identity number, which no invoice may show.
  { pattern: /(?<!\d)[0-7]\d[014589]\d\d{2} ?\d{5}(?!\d)/gu, take: () => true },
  // Unlabelled phone numbers, only at the end of a part: "+47 900 00 000", "22 22 22 22".
  { pattern: /(?<![\d+])(?:\+|00)\d[\d ()-]{6,}\d$/gu, take: takePhone },
  {
    pattern:
      /(?<![\d+])(?:\bNO[ -]?)?\d{3}[ .-]?\d{3}[ .-]?\d{3}(?! ?\d{1,3}(?!\d)|\d)(?: ?-? ?\(?MVA\b\)?)?/giu,
    take: (written, found) => {
      const number = organizationNumber(written)
      found.organizationNumber ??= number
      return number !== null
    },
  },
  {
    pattern:
      /(?<![\d-] ?)(?:(?:\d{2} \d{2} \d{2} \d{2}|\d{3} \d{2} \d{3})(?= \p{L}|$)|[2-9]\d{7}$)/gu,
    take: takePhone,
  },
]

function takePhone(written: string, found: BillingDetails): boolean {
  found.phone ??= phoneNumber(written)
  return true
}

const LABELS: ReadonlySet<string> = new Set(
  (
    'e post epost mail email adresse adressen epostadresse postadresse nr no nummer id faktura fakturaer fakturaen fakturamottak efaktura ' +
    'fakturaadresse regning regninger bilag sendes send bes ønskes ønsker vi tar imot mottar mottak bruker har kun ' +
    'helst bare støtter elektronisk elektroniske digital digitalt format formatet som på til via i og eller med pr per fra ' +
    'ehf gln ean peppol elma xml pdf tlf tel telefon telefonnummer mob mobil mobiltlf sentralbord phone org orgnr organisasjonsnr ' +
    'organisasjonsnummer mva vat foretaksregisteret registrert registered organisation organization juridisk enhet underenhet ' +
    'hovedenhet bedriftsnr er vårt vår i mailto kontakt nei bank bankkonto konto iban kunde t m f fax faks kontor privat arbeid jobb sms kontonr kontonummer'
  ).split(' '),
)
/** The labels that show, even without a number, that a part is not an address. */
const TELLING =
  /(?<!\p{L})(?:ehf|gln|ean|peppol|elma|e-?faktura|elektronisk|orgnr|org|mva|foretaksregisteret|tlf|telefon|e-?post|e-?mail|mail|faks|fax|kontonr|kontonummer)(?!\p{L})/iu
const STARTS_WITH_LABEL = new RegExp(`^${TELLING.source}`, 'iu')
const LABEL_AT_END =
  /(?:^|[ (<-])(?:e-?post(?:adresse)?|e-?mail|mail|tlf|tel|telefon|mob|mobil|org(?:\.? ?nr)?|mva|ehf|gln|peppol|t|m|f(?:a[xk]s?)?|faktura(?: sendes)?(?: til| på)?)[.: ]*$/iu

function withoutDetailsOfPart(part: string, found: BillingDetails): string {
  let left = part
  for (const { pattern, take } of WRITTEN)
    left = left.replace(pattern, (written) => (take(written, found) ? ' ' : written))
  left = left.replace(/ +/g, ' ').trim()
  const isChanged = left !== part
  if (!isChanged && !TELLING.test(part)) return isLoneNumber(part) ? '' : part
  const words = left.toLowerCase().match(/\p{L}+/gu) ?? []
  const isPostcode = words.length === 0 && /^\d{3,5}$/.test(left)
  if (words.every((word) => LABELS.has(word)) && !isPostcode) return ''
  if (!isChanged) return part
  if (STARTS_WITH_LABEL.test(left)) return ''
  return left
    .replace(/[([<{] ?[)\]>}]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .replace(LABEL_AT_END, '')
    .replace(/^[ :–—-]+|[ :(<–—-]+$/gu, '')
}

/**
 * Returns true for an organisation number with a wrong digit, or any bank account number. Neither
 * is part of an address, because no postcode has nine or eleven digits.
 */
function isLoneNumber(part: string): boolean {
  const digits = organizationDigits(part)
  return !part.includes('-') && (digits?.length === 9 || digits?.length === 11)
}
