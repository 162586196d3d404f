/**
 * The job fields that ServiceM8 is asked to watch: all that may turn a job into an invoice or
 * change one (ServiceM8 reference §5). One subscription with all fields, because a second one on
 * the same object has been seen to replace the first.
 */
export const JOB_FIELDS: readonly string[] = [
  'status',
  'completion_date',
  'ready_to_invoice',
  'payment_processed',
  'payment_received',
  'invoice_sent',
  'total_invoice_amount',
  'invoice_date',
  'billing_address',
  'company_uuid',
  'purchase_order_number',
  'badges',
  'queue_uuid',
  'active',
]

/**
 * Returns the fields to try next, after ServiceM8 has refused some: `"badges" is not a valid field
 * for subscription`. Null when the refusal is about something else, or nothing would be left.
 * Parsing the vendor's words is safe here: a wrong guess costs one more attempt.
 */
export function fieldsAfterRefusal(fields: readonly string[], refusal: string): string[] | null {
  if (!/not a valid field/i.test(refusal)) return null
  const named = new Set(
    [...refusal.matchAll(/["'`«]([a-z_]+)["'`»]/gi)].map((match) => match[1]?.toLowerCase() ?? ''),
  )
  const left = fields.filter((field) => !named.has(field))
  if (left.length === 0) return null
  // The refusal names none of our fields: try the one that every account has.
  if (left.length === fields.length) return fields.length > 1 ? ['status'] : null
  return left
}
