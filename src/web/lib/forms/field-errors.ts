import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '../api.ts'
import type { Complaints } from './form.ts'

/** What the server has against single fields, by their names. */
export function complaintsOf(error: unknown): Complaints {
  const fields = error instanceof ApiError ? error.answer['fields'] : undefined
  if (typeof fields !== 'object' || fields === null) return {}
  return Object.fromEntries(
    Object.entries(fields).filter(([, message]) => typeof message === 'string'),
  )
}

/**
 * What only the server could know (an address that is taken, a password that is guessed first) is
 * shown at its field too.
 */
export function showFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
): void {
  const known = form.getValues()
  const shown = Object.entries(complaintsOf(error)).filter(([name]) => name in known)
  for (const [index, [name, message]] of shown.entries()) {
    form.setError(
      name as Path<Values>,
      { type: 'server', message: String(message) },
      { shouldFocus: index === 0 },
    )
  }
}
