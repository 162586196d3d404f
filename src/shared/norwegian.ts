/**
 * What is particular to Norway: organisation numbers, bank accounts, postcodes, phone numbers, and names that are written in
 * several ways. Everything accepts what people type, with or without spaces.
 */

const ORGANIZATION_WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2]
const ACCOUNT_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]

/**
 * Nine digits with a right check digit (modulus 11), from any way of writing it ("NO 940 155 223 MVA"); else null.
 * Real numbers start with 8 or 9, the register's synthetic test companies with 2 or 3: those work in a test company too.
 */
export function organizationNumber(text: string | null | undefined): string | null {
  const digits = (text ?? '').replace(/^\s*NO(?=[\s\d])|MVA\s*$/gi, '').replace(/[\s\u00a0.-]/g, '')
  return /^[1-9]\d{8}$/.test(digits) && hasCheckDigit(digits, ORGANIZATION_WEIGHTS) ? digits : null
}

/** `940 155 223`; text that is no organisation number is returned as it came. */
export function formatOrganizationNumber(text: string): string {
  return organizationNumber(text)?.replace(/(\d{3})(\d{3})(\d{3})/, '$1\u00a0$2\u00a0$3') ?? text
}

/** Eleven digits with a right check digit (modulus 11); else null. */
export function bankAccountNumber(text: string | null | undefined): string | null {
  const digits = (text ?? '').replace(/[\s\u00a0.-]/g, '')
  return /^\d{11}$/.test(digits) && hasCheckDigit(digits, ACCOUNT_WEIGHTS) ? digits : null
}

/** `1813 64 45320`; any eleven digits are grouped, other text is returned as it came. */
export function formatBankAccountNumber(text: string): string {
  const digits = text.replace(/[\s\u00a0.-]/g, '')
  return /^\d{11}$/.test(digits) ? digits.replace(/(\d{4})(\d{2})(\d{5})/, '$1\u00a0$2\u00a0$3') : text
}

/** Four digits ("0155", "NO-0155", "N-0155"); else null. 0000 is no postcode. */
export function postcode(text: string | null | undefined): string | null {
  const digits = /^(?:NO?[-\s]?)?(\d{4})$/i.exec((text ?? '').trim())?.[1]
  return digits && digits !== '0000' ? digits : null
}

/**
 * A phone number for comparing and storing: "+47" and eight digits for a Norwegian one, "+" and digits for a foreign one, else
 * null. ServiceM8's fields may hold two numbers and a note; the first number counts.
 */
export function phoneNumber(text: string | null | undefined): string | null {
  for (const part of (text ?? '').split(/[/,;]|\bog\b|\beller\b/i)) {
    const found = /(?:\+|00)?\d[\d\s\u00a0().-]{6,}/.exec(part)?.[0]
    if (!found) continue
    const international = /^(\+|00)/.test(found)
    const digits = found.replace(/\D/g, '').replace(international ? /^00/ : /^$/, '')
    if (!international && digits.length >= 8) {
      const national = digits.length === 10 && digits.startsWith('47') ? digits.slice(2) : digits.slice(0, 8)
      if (/^[2-9]/.test(national)) return `+47${national}`
    }
    if (international && digits.startsWith('47') && digits.length === 10) return `+${digits}`
    if (international && !digits.startsWith('47') && digits.length >= 7 && digits.length <= 15) return `+${digits}`
  }
  return null
}

/** `22 22 22 22` for a landline, `900 00 000` for a mobile, a foreign number as it is stored; unknown text as it came. */
export function formatPhoneNumber(text: string): string {
  const number = phoneNumber(text)
  if (number === null) return text
  if (!number.startsWith('+47')) return number
  const digits = number.slice(3)
  const pattern = /^[49]/.test(digits) ? /(\d{3})(\d{2})(\d{3})/ : /(\d{2})(\d{2})(\d{2})(\d{2})/
  return (pattern.exec(digits)?.slice(1) ?? [digits]).join('\u00a0')
}

/** The first e-mail address in a text, lower-cased; else null. */
export function emailAddress(text: string | null | undefined): string | null {
  const found = /[^\s<>()[\],;:"@]+@[^\s<>()[\],;:"@]+\.[a-zæøå]{2,}/i.exec(text ?? '')?.[0]
  return found ? found.toLowerCase() : null
}

function hasCheckDigit(digits: string, weights: readonly number[]): boolean {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  const check = (11 - (sum % 11)) % 11
  return check !== 10 && check === Number(digits.at(-1))
}
