import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from './api.ts'
import type { Complaints } from './form.ts'

export function complaintsOf(error: unknown): Complaints {
  const fields = error instanceof ApiError ? error.answer['fields'] : undefined
  if (typeof fields !== 'object' || fields === null) return {}
  return Object.fromEntries(
    Object.entries(fields).filter(([, message]) => typeof message === 'string'),
  )
}

/** Shows errors that only the server can detect, such as an address already in use. */
export function showFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
): void {
  showComplaints(form, complaintsOf(error))
}

/**
 * Shows each complaint at its field, and moves the focus to the first of them. Returns false if no
 * field has one.
 */
export function showComplaints<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  complaints: Complaints,
): boolean {
  const known = form.getValues()
  const shown = Object.entries(complaints).filter(([name]) => name in known)
  for (const [index, [name, message]] of shown.entries()) {
    form.setError(
      name as Path<Values>,
      { type: 'server', message: String(message) },
      { shouldFocus: index === 0 },
    )
  }
  return shown.length > 0
}
