/**
 * This file parses and formats Norwegian organisation numbers, bank accounts, postcodes and phone
 * numbers, and e-mail addresses. All functions accept text as users type it, with or without
 * spaces.
 */

const ORGANIZATION_WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2]
const ACCOUNT_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]

const SEPARATORS = /[\s.-]/g
const ELEVEN_DIGITS = /^\d{11}$/

/**
 * Words that can surround an organisation number, also run together ("orgnr"). No word is composed
 * of other words in the list, so that a long text can be parsed in only one way.
 */
const WORDS_AROUND = new RegExp(
  `^(?:${[
    ...[
      'organisasjons',
      'organisasjon',
      'organisation',
      'organization',
      'org',
      'foretaks',
      'enhets',
    ],
    ...['virksomhets', 'selskaps', 'bedrifts', 'firma', 'merverdiavgifts', 'brønnøysund', 'moms'],
    ...['registeret', 'register', 'registrene', 'registration', 'registrert', 'reg', 'company'],
    ...['juridisk', 'underenhet', 'norsk', 'vårt'],
    ...['nummeret', 'nummer', 'number', 'nr', 'no', 'mva', 'vat', 'id', 'er', 'i'],
  ].join('|')})+$`,
  'u',
)
const SIGNS_AROUND = /^[.:;,()[\]#/*=–—-]+$/u
/**
 * The prefix of a Norwegian organisation's electronic invoice address (ISO 6523): 0192, or 9908
 * until 2020.
 */
const SCHEME = /\b(?:0192|9908)\s*:\s*(?=\d)/g

/**
 * Returns the digits of a text that contains only an organisation number and what usually surrounds
 * one ("Org.nr. 940 155 223", "Foretaksregisteret NO 940 155 223 MVA"); otherwise null. Neither the
 * number of digits nor the check digit is validated.
 */
export function organizationDigits(text: string): string | null {
  // A shortcut for the usual case, because this function is called for every contact that a
  // customer is compared with.
  if (/^\d*$/.test(text)) return text || null
  const [before = '', number = '', after = ''] = splitAtNumber(plainText(text).replace(SCHEME, ''))
  return [before, after].every(isAroundNumber) && number !== ''
    ? number.replace(SEPARATORS, '')
    : null
}

function splitAtNumber(text: string): string[] {
  const found = /\d(?:[\d\s.-]*\d)?/.exec(text)
  return found
    ? [text.slice(0, found.index), found[0], text.slice(found.index + found[0].length)]
    : []
}

const isAroundNumber = (text: string) =>
  (text.toLowerCase().match(/\p{L}+|[^\p{L}\s]+/gu) ?? []).every(
    (part) => WORDS_AROUND.test(part) || SIGNS_AROUND.test(part),
  )

/**
 * Normalises copied text: full-width digits, non-breaking spaces and hyphens, and invisible
 * characters.
 */
const plainText = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\u2010-\u2013\u2212]/gu, '-')
    .replace(/\p{Cf}/gu, '')

/**
 * Returns nine digits with a valid check digit (modulus 11), from any notation ("NO 940 155 223
 * MVA"); otherwise null. Real numbers start with 8 or 9. The register's synthetic test companies
 * start with 2 or 3 and are accepted too.
 */
export function organizationNumber(text: string | null | undefined): string | null {
  const digits = organizationDigits(text ?? '')
  return digits && /^[1-9]\d{8}$/.test(digits) && hasCheckDigit(digits, ORGANIZATION_WEIGHTS)
    ? digits
    : null
}

/** Returns an organisation number such as `940 155 223`; any other text is returned unchanged. */
export function formatOrganizationNumber(text: string): string {
  return organizationNumber(text)?.replace(/\d{3}(?=\d)/g, '$&\u00a0') ?? text
}

/**
 * Returns the eleven digits of a bank account number with a valid check digit (modulus 11);
 * otherwise null.
 */
export function bankAccountNumber(text: string | null | undefined): string | null {
  if (!text) return null
  const digits = text.replace(SEPARATORS, '')
  return ELEVEN_DIGITS.test(digits) && hasCheckDigit(digits, ACCOUNT_WEIGHTS) ? digits : null
}

/**
 * Returns a bank account number such as `1813 64 45320`. Any eleven digits are grouped; other text
 * is returned unchanged.
 */
export function formatBankAccountNumber(text: string): string {
  const digits = text.replace(SEPARATORS, '')
  if (!ELEVEN_DIGITS.test(digits)) return text
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].join('\u00a0')
}

/**
 * Returns a postcode's four digits ("0155", "NO-0155", "N-0155"); otherwise null. 0000 is not a
 * postcode.
 */
export function postcode(text: string | null | undefined): string | null {
  if (!text) return null
  const digits = /^(?:NO?[-\s]?)?(\d{4})$/i.exec(text.trim())?.[1]
  return digits && digits !== '0000' ? digits : null
}

/**
 * Returns a phone number for comparing and storing: "+47" and eight digits for a Norwegian number,
 * "+" and digits for a foreign number; otherwise null. ServiceM8's fields can contain two numbers
 * and a note; the first number is used.
 */
export function phoneNumber(text: string | null | undefined): string | null {
  if (!text) return null
  for (const part of text.split(/[/,;]|\bog\b|\beller\b/i)) {
    const written = /(?:\+|00)?\d[\d\s\u00a0().-]{6,}/.exec(part)?.[0]
    const number = written ? readPhoneNumber(written) : null
    if (number) return number
  }
  return null
}

function readPhoneNumber(written: string): string | null {
  const digits = written.replace(/\D/g, '')
  if (written.startsWith('+')) return internationalNumber(digits)
  if (written.startsWith('00')) return internationalNumber(digits.slice(2))
  const national =
    digits.length === 10 && digits.startsWith('47') ? digits.slice(2) : digits.slice(0, 8)
  return national.length === 8 && /^[2-9]/.test(national) ? `+47${national}` : null
}

/**
 * Returns "+" and the digits: eight digits after 47 for Norway, 7 to 15 digits in total for other
 * countries (E.164).
 */
function internationalNumber(digits: string): string | null {
  const known = digits.startsWith('47') ? /^\d{10}$/ : /^\d{7,15}$/
  return known.test(digits) ? `+${digits}` : null
}

/**
 * Returns `22 22 22 22` for a landline, `900 00 000` for a mobile phone, and a foreign number as
 * stored; other text is returned unchanged.
 */
export function formatPhoneNumber(text: string): string {
  const number = phoneNumber(text)
  if (number === null) return text
  if (!number.startsWith('+47')) return number
  const digits = number.slice(3)
  const isMobile = digits.startsWith('4') || digits.startsWith('9')
  const groups = isMobile
    ? [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)]
    : [digits.replace(/\d{2}(?=\d)/g, '$&\u00a0')]
  return groups.join('\u00a0')
}

/**
 * Returns the first e-mail address in a text that mail can be sent to, in lower case; otherwise
 * null. An address with a dot too many is skipped, because Fiken refuses it or the mail bounces.
 */
export function emailAddress(text: string | null | undefined): string | null {
  return emailsIn(text).find(isDeliverable)?.toLowerCase() ?? null
}

/**
 * Returns what was probably meant as an e-mail address, as written ("kari @firma.no"); null if the
 * text has a valid address or no @.
 */
export function wrongEmailAddress(text: string | null | undefined): string | null {
  const found = emailsIn(text)
  if (found.some(isDeliverable) || !text?.includes('@')) return null
  return found[0] ?? text.trim()
}

function emailsIn(text: string | null | undefined): string[] {
  if (!text?.includes('@')) return []
  const found = plainText(text).match(/[^\s<>()[\]{},;:"«»“”|/@]+@[^\s<>()[\]{},;:"«»“”|/@]*/gu)
  return (found ?? []).map((one) => one.replace(/^['‘’]|['’!?]$|\.$/gu, ''))
}

function isDeliverable(email: string): boolean {
  const [local = '', domain = ''] = email.split('@')
  return (
    local.split('.').every((part) => /^[^\\\p{C}]+$/u.test(part)) &&
    local.length <= 64 &&
    email.length <= 254 &&
    /^(?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.)+(?:\p{L}{2,}|xn--[a-z\d-]+)$/iu.test(domain)
  )
}

function hasCheckDigit(digits: string, weights: readonly number[]): boolean {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  // A number whose check digit would be 10 does not exist.
  return (11 - (sum % 11)) % 11 === Number(digits.at(-1))
}

/** Returns "a", "a og b" or "a, b og c". */
export function enumerate(parts: readonly string[], word: 'og' | 'eller' = 'og'): string {
  return parts.length < 2
    ? parts.join('')
    : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1) ?? ''}`
}
