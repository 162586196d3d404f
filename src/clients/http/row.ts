import { ExternalError } from './external-error.ts'
import type { Vendor } from './external-error.ts'

/**
 * A reader for the fields of one object in a response. Unusual values either have a defined meaning
 * or throw a `bad_answer` that names the field and the row; no other error is thrown.
 */
export interface Row {
  raw(field: string): unknown
  /** Returns a field as a string: numbers are converted; absent, null and false become "". */
  text(field: string): string
  requiredText(field: string): string
  integer(field: string): number
  integerOrNull(field: string): number | null
  numberOrNull(field: string): number | null
  /**
   * Returns a decimal string from a string or number. Absent, null and "" become `absent` if it is
   * given, and throw otherwise.
   */
  decimal(field: string, absent?: string): string
  /**
   * Returns a boolean from any of the known spellings. A missing value becomes `absent` if it is
   * given, and throws otherwise.
   */
  flag(field: string, absent?: boolean): boolean
  /** Returns a list; empty when the field is absent or null. */
  list(field: string): unknown[]
  fail(field: string, problem: string): ExternalError
}

const DECIMAL = /^-?(\d+(\.\d+)?|\.\d+)$/

/**
 * Creates a reader for one object.
 * @param object the vendor's word for the object, used in errors ("job")
 * @throws ExternalError bad_answer when the value is not an object
 */
export function readRow(vendor: Vendor, object: string, value: unknown): Row {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ExternalError({
      vendor,
      kind: 'bad_answer',
      doing: `reading ${object}`,
      details: `not an object: ${show(value)}`,
    })
  }
  const fields = value as Record<string, unknown>

  function fail(field: string, problem: string): ExternalError {
    const id = [fields['uuid'], fields['id']].find((candidate) => typeof candidate === 'string')
    const details = `${object}.${field} ${problem}: ${show(fields[field])}${id === undefined ? '' : ` (uuid ${id})`}`
    return new ExternalError({ vendor, kind: 'bad_answer', doing: `reading ${object}`, details })
  }

  function text(field: string): string {
    const found = fields[field]
    // PostgreSQL cannot store NUL, and no user types it.
    if (typeof found === 'string')
      return found.includes('\u0000') ? found.replaceAll('\u0000', '') : found
    if (typeof found === 'number' && Number.isFinite(found)) return String(found)
    if (found === undefined || found === null || found === false) return ''
    throw fail(field, 'is no text')
  }

  function numberOrNull(field: string): number | null {
    const found = fields[field]
    if (found === undefined || found === null || found === '') return null
    const number = typeof found === 'string' && DECIMAL.test(found.trim()) ? Number(found) : found
    if (typeof number === 'number' && Number.isFinite(number)) return number
    throw fail(field, 'is no number')
  }

  function integerOrNull(field: string): number | null {
    const number = numberOrNull(field)
    if (number === null || Number.isSafeInteger(number)) return number
    throw fail(field, 'is no whole number')
  }

  return {
    raw: (field) => fields[field],
    text,
    numberOrNull,
    integerOrNull,
    requiredText(field) {
      const found = text(field)
      if (found.trim() === '') throw fail(field, 'is missing')
      return found
    },
    integer(field) {
      const number = integerOrNull(field)
      if (number === null) throw fail(field, 'is missing')
      return number
    },
    decimal(field, absent) {
      const found = fields[field]
      if (
        found === undefined ||
        found === null ||
        (typeof found === 'string' && found.trim() === '')
      ) {
        if (absent === undefined) throw fail(field, 'is missing')
        return absent
      }
      const written =
        typeof found === 'number'
          ? plainDecimal(found)
          : typeof found === 'string'
            ? found.trim()
            : ''
      if (written.length > 40 || !DECIMAL.test(written)) throw fail(field, 'is no decimal number')
      return written.replace(/^(-?)\./, '$10.')
    },
    flag(field, absent) {
      const found = fields[field]
      if (found === undefined || found === null || found === '') {
        if (absent === undefined) throw fail(field, 'is missing')
        return absent
      }
      const known = FLAGS.get(typeof found === 'string' ? found.trim().toLowerCase() : found)
      if (known === undefined) throw fail(field, 'is neither yes nor no')
      return known
    },
    list(field) {
      const found = fields[field]
      if (found === undefined || found === null) return []
      if (Array.isArray(found)) return found as unknown[]
      throw fail(field, 'is no list')
    },
    fail,
  }
}

const FLAGS = new Map<unknown, boolean>([
  [true, true],
  [1, true],
  ['1', true],
  ['true', true],
  ['yes', true],
  [false, false],
  [0, false],
  ['0', false],
  ['false', false],
  ['no', false],
])

/** Returns the number in decimal notation without an exponent: 1e-7 becomes "0.0000001". */
function plainDecimal(number: number): string {
  const written = String(number)
  if (!written.includes('e')) return written
  return Number.isFinite(number) && Math.abs(number) < 1e21
    ? number.toFixed(20).replace(/\.?0+$/, '')
    : written
}

function show(value: unknown): string {
  const written = value === undefined ? 'absent' : JSON.stringify(value)
  return written.length > 60 ? `${written.slice(0, 59)}…` : written
}
