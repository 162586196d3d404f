import { randomUUID } from 'node:crypto'
import { getTableColumns } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import type { Recipient } from './reading/recipient.ts'
import { customers } from './tables.ts'

/** What `customers` says about a client. */
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

export function knownCustomer(customer: {
  contactId: number
  recipient: Recipient
  name: string
}): KnownCustomer {
  const { recipient } = customer
  return {
    fikenContactId: String(customer.contactId),
    name: customer.name,
    organizationNumber: recipient.organizationNumber,
    email: recipient.email,
    phone: recipient.phone,
    address: recipient.address?.street ?? null,
    city: recipient.address?.city ?? null,
    postalCode: recipient.address?.postalCode ?? null,
    contactName: recipient.attention || null,
  }
}

/** Keeps the client's row of the customers table up to date. Returns its id. */
export async function rememberCustomer(
  db: Db,
  {
    userId,
    servicem8Id,
    known,
    at,
  }: { userId: string; servicem8Id: string; known: KnownCustomer; at: Date },
): Promise<string | null> {
  const [row] = await db
    .insert(customers)
    .values({ id: randomUUID(), userId, servicem8Id, ...known, createdAt: at, updatedAt: at })
    .onConflictDoUpdate({
      target: [customers.userId, customers.servicem8Id],
      set: { ...known, updatedAt: at },
    })
    .returning({ id: customers.id })
  return row?.id ?? null
}
