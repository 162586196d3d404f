import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import * as z from 'zod/mini'

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
