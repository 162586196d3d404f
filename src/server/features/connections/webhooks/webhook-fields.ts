/**
 * The job fields that ServiceM8 is asked to watch: all fields that can make a job billable or
 * change its invoice (ServiceM8 reference §5). A single subscription has all fields, because a
 * second subscription on the same object has been seen to replace the first.
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
 * Returns the fields to try next after ServiceM8 has refused some fields with `"badges" is not a
 * valid field for subscription`. Returns null when the refusal has another reason, or when no
 * fields would be left. Parsing the vendor's message is safe here, because a wrong guess costs only
 * one more attempt.
 */
export function fieldsAfterRefusal(fields: readonly string[], refusal: string): string[] | null {
  if (!/not a valid field/i.test(refusal)) return null
  const named = new Set(
    [...refusal.matchAll(/["'`«]([a-z_]+)["'`»]/gi)].map((match) => match[1]?.toLowerCase() ?? ''),
  )
  const left = fields.filter((field) => !named.has(field))
  if (left.length === 0) return null
  // The refusal names none of our fields, so only the field that every account has is tried.
  if (left.length === fields.length) return fields.length > 1 ? ['status'] : null
  return left
}
