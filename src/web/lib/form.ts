import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import * as z from 'zod/mini'

/**
 * Returns a resolver with the endpoint's own schema, so that the browser shows the server's
 * messages. Only the first error of each field is shown.
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

export type Complaints = Partial<Record<string, string>>

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
