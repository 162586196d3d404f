import type { FieldErrors, FieldValues, Path, Resolver, UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { ApiError } from './api.ts'

/**
 * Lets react-hook-form validate with a contract's own schema, so that the browser says exactly
 * what the server would say. The first complaint about each field is shown.
 */
export function validatedBy<Values extends FieldValues>(
  schema: z.ZodMiniType<Values, Values>,
): Resolver<Values> {
  return (values) => {
    const { data, complaints } = checked(schema, values)
    if (!complaints) return { values: data, errors: {} }
    return {
      values: {},
      errors: Object.fromEntries(
        Object.entries(complaints).map(([field, message]) => [field, { type: 'schema', message }]),
      ) as FieldErrors<Values>,
    }
  }
}

/** The first complaint about each field, by its name. */
export type Complaints = Partial<Record<string, string>>

/** What the schema makes of the values, or what it has against them. */
export function checked<Values>(
  schema: z.ZodMiniType<Values, Values>,
  values: Values,
): { data: Values; complaints?: undefined } | { data?: undefined; complaints: Complaints } {
  const result = z.safeParse(schema, values)
  if (result.success) return { data: result.data }
  const complaints: Complaints = {}
  for (const issue of result.error.issues) complaints[issue.path.join('.')] ??= issue.message
  return { complaints }
}

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
