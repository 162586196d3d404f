import { randomUUID } from 'node:crypto'
import { and, desc, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm'
import type { Contact } from '#clients/fiken/types'
import type { Db } from '../../platform/database/database.ts'
import { keyTable, readTogether, rowsTogether } from '../../platform/database/together.ts'
import { fikenContacts } from '../mirrors/tables.ts'
import { isContactOfLink } from './queries.ts'
import type { BillingOverride, Recipient } from './recipient.ts'
import { billingOverrides, customerLinks, customers } from './tables.ts'

/**
 * Which rule a link was made by. 1 took likeness for sameness where one word differed; what it found by
 * likeness or by member number is judged again (link-doubt.ts).
 */
export const MATCHING_RULE = 2

const isLink = (userId: string, slug: string, recipient: Pick<Recipient, 'clientUuid' | 'key'>) =>
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

/** The links of the same client to other recipients, and what the client was called when last billed. */
export async function linksBeside(
  db: Db,
  userId: string,
  slug: string,
  { clientUuid, key }: Pick<Recipient, 'clientUuid' | 'key'>,
): Promise<{ contactId: number; name: string; foundBy: string; clientName: string | null }[]> {
  return db
    .select({
      contactId: customerLinks.contactId,
      name: customerLinks.recipientName,
      foundBy: customerLinks.foundBy,
      clientName: customers.name,
    })
    .from(customerLinks)
    .leftJoin(
      customers,
      and(
        eq(customers.userId, customerLinks.userId),
        eq(customers.servicem8Id, customerLinks.clientUuid),
      ),
    )
    .where(
      and(
        eq(customerLinks.userId, userId),
        eq(customerLinks.fikenCompanySlug, slug),
        eq(customerLinks.clientUuid, clientUuid),
        ne(customerLinks.recipientKey, key),
      ),
    )
    .orderBy(desc(customerLinks.createdAt))
}

/** How a link came to be. */
export interface LinkMade {
  foundBy: string
  rule: number
}

/** Of the link of a client's recipient; null when there is none. */
export async function linkMade(
  db: Db,
  userId: string,
  slug: string,
  recipient: Recipient,
): Promise<LinkMade | null> {
  const { foundBy, rule } = customerLinks
  const [row] = await db
    .select({ foundBy, rule })
    .from(customerLinks)
    .where(isLink(userId, slug, recipient))
  return row ?? null
}

/** Today's rule would make these links, too: they are not judged again. */
export async function markJudged(
  db: Db,
  userId: string,
  slug: string,
  links: readonly { recipient: Pick<Recipient, 'clientUuid' | 'key'>; contactId: number }[],
): Promise<void> {
  if (links.length === 0) return
  const keys = links.map(({ recipient: { clientUuid, key }, contactId }) => ({
    clientUuid,
    key,
    contactId,
  }))
  await db
    .update(customerLinks)
    .set({ rule: MATCHING_RULE })
    .from(keyTable(keys, sql`"clientUuid" text, key text, "contactId" bigint`))
    .where(
      and(
        eq(customerLinks.userId, userId),
        eq(customerLinks.fikenCompanySlug, slug),
        eq(customerLinks.clientUuid, sql`k."clientUuid"`),
        eq(customerLinks.recipientKey, sql`k.key`),
        eq(customerLinks.contactId, sql`k."contactId"`),
      ),
    )
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
    rule: MATCHING_RULE,
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
        rule: row.rule,
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

/** A person has said that the recipient is none of these contacts: a link to one of them ends. */
export async function dropLinkTo(
  tx: Db,
  userId: string,
  slug: string,
  recipient: Pick<Recipient, 'clientUuid' | 'key'>,
  contactIds: readonly number[],
): Promise<void> {
  await tx
    .delete(customerLinks)
    .where(and(isLink(userId, slug, recipient), inArray(customerLinks.contactId, [...contactIds])))
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
  rule: number
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
        rule: customerLinks.rule,
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
