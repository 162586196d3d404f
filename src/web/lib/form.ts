import type { FieldErrors, FieldValues, Path, Resolver, UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { ApiError } from './api.ts'

/**
 * Lets react-hook-form validate with a contract's own schema, so that the browser says exactly what the server would say. The
 * first complaint about each field is shown.
 */
export function validatedBy<Values extends FieldValues>(schema: z.ZodMiniType<Values, Values>): Resolver<Values> {
  return (values) => {
    const result = z.safeParse(schema, values)
    if (result.success) return { values: result.data, errors: {} }
    const errors: Record<string, { type: string; message: string } | undefined> = {}
    for (const issue of result.error.issues) {
      errors[issue.path.join('.')] ??= { type: issue.code, message: issue.message }
    }
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}

/** What only the server could know (an address that is taken, a password that is guessed first) is told at its field too. */
export function tellAtFields<Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown): void {
  const fields = error instanceof ApiError ? error.answer['fields'] : undefined
  if (typeof fields !== 'object' || fields === null) return
  const known = form.getValues()
  const told = Object.entries(fields).filter(([name, message]) => name in known && typeof message === 'string')
  for (const [index, [name, message]] of told.entries()) {
    form.setError(name as Path<Values>, { type: 'server', message: String(message) }, { shouldFocus: index === 0 })
  }
}
