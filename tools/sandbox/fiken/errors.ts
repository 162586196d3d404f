import { randomUUID } from 'node:crypto'

/** An error with the body that Fiken would send; thrown by rules, answered by the origin. */
export type FikenError = Error & { statusCode: number; answer: unknown }

/** Returns an error of the common shape, `{"message": …}`. */
export function fikenError(status: number, message: string): FikenError {
  return Object.assign(new Error(message), { statusCode: status, answer: { message } })
}

/**
 * Returns the error of a missing or malformed field: `[{"logref": …, "message": "Feil ved
 * validering av data: …"}]`.
 */
export function validationError(problems: readonly string[]): FikenError {
  const message = `Feil ved validering av data: ${problems.join(' ')}`
  return Object.assign(new Error(message), {
    statusCode: 400,
    answer: [{ logref: randomUUID(), message }],
  })
}

export function isRequired(field: string): string {
  return `'${field}' er påkrevd.`
}
