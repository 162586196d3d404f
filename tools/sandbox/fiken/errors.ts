import { randomUUID } from 'node:crypto'

/** An error with the body that Fiken would send; http/origin.ts turns it into the response. */
export type FikenError = Error & { statusCode: number; answer: unknown }

/** Returns an error with a body of the usual shape, `{"message": …}`. */
export function fikenError(status: number, message: string): FikenError {
  return Object.assign(new Error(message), { statusCode: status, answer: { message } })
}

/** Returns the error for missing or malformed fields: an array with `logref` and `message`. */
export function validationError(problems: readonly string[]): FikenError {
  const message = `Feil ved validering av data: ${problems.join(' ')}`
  return Object.assign(new Error(message), {
    statusCode: 400,
    answer: [{ logref: randomUUID(), message }],
  })
}

/**
 * Checks that the body has all these fields.
 * @throws FikenError naming the fields that are absent or null
 */
export function requireFields(body: Record<string, unknown>, fields: readonly string[]): void {
  const missing = fields.filter((field) => body[field] === undefined || body[field] === null)
  if (missing.length > 0) throw validationError(missing.map(isRequired))
}

/** Replaces all fields of a row, as PUT does; the row stays the same object. */
export function replaceRow(row: object, fields: object): void {
  for (const key of Object.keys(row)) delete (row as Record<string, unknown>)[key]
  Object.assign(row, fields)
}

export function isRequired(field: string): string {
  return `'${field}' er påkrevd.`
}
