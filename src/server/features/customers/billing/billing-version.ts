import { createHash } from 'node:crypto'
import type { Client } from '#clients/servicem8/types'
import type { BillingOverride } from '../reading/recipient.ts'
import type { BillingWrite } from '../queries.ts'

/**
 * Names what the edit dialog shows of a client: another one means that somebody has changed its
 * name or addresses in ServiceM8, or saved it here.
 */
export function versionOf(
  { name, address, billingAddress }: Pick<Client, 'name' | 'address' | 'billingAddress'>,
  override: BillingOverride | null,
  write: Pick<BillingWrite, 'change'> | null,
): string {
  const seen = JSON.stringify([name, address, billingAddress, override ? write?.change : null])
  return createHash('sha256').update(seen).digest('base64url').slice(0, 22)
}
