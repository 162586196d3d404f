import { randomUUID } from 'node:crypto'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Contact } from '#clients/fiken/types'
import type { Db } from '../../platform/database/database.ts'
import { keyTable, readTogether, rowsTogether } from '../../platform/database/together.ts'
import { fikenContacts } from '../mirrors/tables.ts'
import { isContactOfLink } from './queries.ts'
import type { BillingOverride, Recipient } from './recipient.ts'
import { billingOverrides, customerLinks, customers } from './tables.ts'

const isLink = (userId: string, slug: string, recipient: Recipient) =>
  and(
    eq(customerLinks.userId, userId),
    eq(customerLinks.fikenCompanySlug, slug),
    eq(customerLinks.clientUuid, recipient.clientUuid),
    eq(customerLinks.recipientKey, recipient.key),
  )

/** Who was decided for a client's recipient in a company: null when nobody has been. */
export async function linkedContact(
  db: Db,
  userId: string,
  slug: string,
  recipient: Recipient,
): Promise<number | null> {
  const [row] = await db
    .select({ contactId: customerLinks.contactId })
    .from(customerLinks)
    .where(isLink(userId, slug, recipient))
  return row?.contactId ?? null
}

/** Has a person said who this recipient is? */
export async function isChosen(
  db: Db,
  userId: string,
  slug: string,
  recipient: Recipient,
): Promise<boolean> {
  const chosen = and(isLink(userId, slug, recipient), eq(customerLinks.foundBy, 'person'))
  return (await db.$count(customerLinks, chosen)) > 0
}

export async function saveLink(
  db: Db,
  link: {
    userId: string
    slug: string
    clientUuid: string
    recipientKey: string
    recipientName: string
    contactId: number
    foundBy: string
    at: Date
  },
): Promise<void> {
  const row = {
    userId: link.userId,
    fikenCompanySlug: link.slug,
    clientUuid: link.clientUuid,
    recipientKey: link.recipientKey,
    recipientName: link.recipientName,
    contactId: link.contactId,
    foundBy: link.foundBy,
    createdAt: link.at,
  }
  await db
    .insert(customerLinks)
    .values(row)
    .onConflictDoUpdate({
      target: [
        customerLinks.userId,
        customerLinks.fikenCompanySlug,
        customerLinks.clientUuid,
        customerLinks.recipientKey,
      ],
      set: {
        recipientName: row.recipientName,
        contactId: row.contactId,
        foundBy: row.foundBy,
        createdAt: row.createdAt,
      },
    })
}

/** A person takes a decision back. False when there is none. */
export async function deleteLink(
  db: Db,
  userId: string,
  { slug, clientUuid, recipientKey }: { slug: string; clientUuid: string; recipientKey: string },
): Promise<boolean> {
  const deleted = await db
    .delete(customerLinks)
    .where(
      and(
        eq(customerLinks.userId, userId),
        eq(customerLinks.fikenCompanySlug, slug),
        eq(customerLinks.clientUuid, clientUuid),
        eq(customerLinks.recipientKey, recipientKey),
      ),
    )
    .returning({ contactId: customerLinks.contactId })
  return deleted.length > 0
}

/** The contact is gone in Fiken, and so is the decision about it. */
export async function dropLink(
  db: Db,
  userId: string,
  slug: string,
  recipient: Recipient,
): Promise<void> {
  await db.delete(customerLinks).where(isLink(userId, slug, recipient))
}

export async function overrideOf(
  db: Db,
  userId: string,
  clientUuid: string,
): Promise<BillingOverride | null> {
  const [row] = await readOverrides(db, { userId, clientUuid })
  return row ?? null
}

const readOverrides = rowsTogether(billingOverrides, ['userId', 'clientUuid'])

/** What `customers` says about a client. */
const {
  id: customerId,
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
const customerColumns = {
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

/**
 * Who was decided for a client's recipient, with the contact as it is mirrored (null: not
 * mirrored yet) and what the customers table holds about the client `servicem8Id`. Null when nobody
 * has been decided.
 */
export async function decidedBefore(
  db: Db,
  userId: string,
  slug: string,
  recipient: Recipient,
  servicem8Id: string,
): Promise<Decided | null> {
  const { clientUuid, key: recipientKey } = recipient
  const [row] = await readDecided(db, { userId, slug, clientUuid, recipientKey, servicem8Id })
  return row ?? null
}

export interface Decided {
  contact: Contact | null
  customer: KnownCustomer | null
  /** Of the customer's row; null when there is none. */
  customerId: string | null
  foundBy: string
}

interface DecidedKey {
  userId: string
  slug: string
  clientUuid: string
  recipientKey: string
  servicem8Id: string
}

const readDecided = readTogether<DecidedKey, DecidedKey & Decided>(
  (one) =>
    JSON.stringify([one.userId, one.slug, one.clientUuid, one.recipientKey, one.servicem8Id]),
  (db, keys) =>
    db
      .select({
        userId: customerLinks.userId,
        slug: customerLinks.fikenCompanySlug,
        clientUuid: customerLinks.clientUuid,
        recipientKey: customerLinks.recipientKey,
        servicem8Id: sql<string>`k."servicem8Id"`,
        contact: fikenContacts.data,
        customer: customerColumns,
        customerId,
        foundBy: customerLinks.foundBy,
      })
      .from(customerLinks)
      .innerJoin(
        keyTable(
          keys,
          sql`"userId" uuid, slug text, "clientUuid" text, "recipientKey" text, "servicem8Id" text`,
        ),
        and(
          eq(customerLinks.userId, sql`k."userId"`),
          eq(customerLinks.fikenCompanySlug, sql`k.slug`),
          eq(customerLinks.clientUuid, sql`k."clientUuid"`),
          eq(customerLinks.recipientKey, sql`k."recipientKey"`),
        ),
      )
      .leftJoin(fikenContacts, isContactOfLink)
      .leftJoin(
        customers,
        and(
          eq(customers.userId, customerLinks.userId),
          eq(customers.servicem8Id, sql`k."servicem8Id"`),
        ),
      ),
)
