import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { getTableColumns } from 'drizzle-orm'
import type { Client } from '#clients/servicem8/types'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Recipient } from './reading/recipient.ts'
import { customers } from './tables.ts'

const {
  fikenContactId,
  name,
  organizationNumber,
  email,
  phone,
  address,
  city,
  postalCode,
  contactName,
} = getTableColumns(customers)
export const customerColumns = {
  fikenContactId,
  name,
  organizationNumber,
  email,
  phone,
  address,
  city,
  postalCode,
  contactName,
}
export type KnownCustomer = Pick<typeof customers.$inferSelect, keyof typeof customerColumns>

/**
 * Updates the customers row for a job's client. Returns the row's id, or null when the job has no
 * client.
 * @param before the stored row; the row is written only when it has changed
 */
export async function rememberClient(
  { db, clock }: Platform,
  companyId: string,
  { client }: { client: Client | null },
  recipient: Recipient,
  contactId: number,
  before: { customer: KnownCustomer | null; customerId: string | null } | null,
): Promise<string | null> {
  if (!client) return null
  const known = knownCustomer(client.name, recipient, contactId)
  if (before && isDeepStrictEqual(known, before.customer)) return before.customerId
  const at = instant(clock)
  const [row] = await db
    .insert(customers)
    .values({
      id: randomUUID(),
      companyId,
      servicem8Id: client.uuid,
      ...known,
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoUpdate({
      target: [customers.companyId, customers.servicem8Id],
      set: { ...known, updatedAt: at },
    })
    .returning({ id: customers.id })
  return row?.id ?? null
}

function knownCustomer(name: string, recipient: Recipient, contactId: number): KnownCustomer {
  return {
    fikenContactId: String(contactId),
    name,
    organizationNumber: recipient.organizationNumber,
    email: recipient.email,
    phone: recipient.phone,
    address: recipient.address?.street ?? null,
    city: recipient.address?.city ?? null,
    postalCode: recipient.address?.postalCode ?? null,
    contactName: recipient.attention || null,
  }
}
