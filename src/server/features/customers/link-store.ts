import { and, eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { Db } from '../../platform/database/database.ts'
import type { BillingOverride, Recipient } from './recipient.ts'
import { billingOverrides, customerLinks, customers } from './tables.ts'

/** Who was decided for a client's recipient in a company: null when nobody has been. */
export async function linkedContact(db: Db, userId: string, slug: string, recipient: Recipient): Promise<number | null> {
  const [row] = await db
    .select({ contactId: customerLinks.contactId })
    .from(customerLinks)
    .where(
      and(
        eq(customerLinks.userId, userId),
        eq(customerLinks.fikenCompanySlug, slug),
        eq(customerLinks.clientUuid, recipient.clientUuid),
        eq(customerLinks.recipientKey, recipient.key),
      ),
    )
  return row?.contactId ?? null
}

export async function saveLink(
  db: Db,
  link: { userId: string; slug: string; clientUuid: string; recipientKey: string; contactId: number; foundBy: string; at: Date },
): Promise<void> {
  const row = {
    userId: link.userId,
    fikenCompanySlug: link.slug,
    clientUuid: link.clientUuid,
    recipientKey: link.recipientKey,
    contactId: link.contactId,
    foundBy: link.foundBy,
    createdAt: link.at,
  }
  await db
    .insert(customerLinks)
    .values(row)
    .onConflictDoUpdate({
      target: [customerLinks.userId, customerLinks.fikenCompanySlug, customerLinks.clientUuid, customerLinks.recipientKey],
      set: { contactId: row.contactId, foundBy: row.foundBy, createdAt: row.createdAt },
    })
}

/** The contact is gone in Fiken: the decision about it is too. */
export async function dropLink(db: Db, userId: string, slug: string, recipient: Recipient): Promise<void> {
  await db
    .delete(customerLinks)
    .where(
      and(
        eq(customerLinks.userId, userId),
        eq(customerLinks.fikenCompanySlug, slug),
        eq(customerLinks.clientUuid, recipient.clientUuid),
        eq(customerLinks.recipientKey, recipient.key),
      ),
    )
}

export async function overrideOf(db: Db, userId: string, clientUuid: string): Promise<BillingOverride | null> {
  const [row] = await db
    .select()
    .from(billingOverrides)
    .where(and(eq(billingOverrides.userId, userId), eq(billingOverrides.clientUuid, clientUuid)))
  return row ?? null
}

/** Keeps the client's row of the specification's customers table true. */
export async function rememberCustomer(
  db: Db,
  customer: { userId: string; servicem8Id: string; contactId: number; recipient: Recipient; name: string; at: Date },
): Promise<void> {
  const { recipient, at } = customer
  const known = {
    fikenContactId: String(customer.contactId),
    name: customer.name,
    organizationNumber: recipient.organizationNumber,
    email: recipient.email,
    phone: recipient.phone,
    address: recipient.address?.street ?? null,
    city: recipient.address?.city ?? null,
    postalCode: recipient.address?.postalCode ?? null,
    contactName: recipient.attention || null,
    updatedAt: at,
  }
  await db
    .insert(customers)
    .values({ id: randomUUID(), userId: customer.userId, servicem8Id: customer.servicem8Id, ...known, createdAt: at })
    .onConflictDoUpdate({ target: [customers.userId, customers.servicem8Id], set: known })
}
