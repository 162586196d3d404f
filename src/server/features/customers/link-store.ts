import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Contact } from '#clients/fiken/types'
import type { Db } from '../../platform/database/database.ts'
import { keyTable, readTogether, rowsTogether } from '../../platform/database/together.ts'
import { contactFromMirror } from '../mirrors/contacts.ts'
import { fikenContacts } from '../mirrors/tables.ts'
import { customerColumns, type KnownCustomer } from './customer-store.ts'
import { type Door, doorOf } from './reading/recipient-door.ts'
import { isContactOfLink } from './queries.ts'
import type { BillingOverride, Recipient } from './reading/recipient.ts'
import { billingOverrides, customerLinks, customers, type DoorOfLink } from './tables.ts'

/**
 * The version of the matching rule, stored with each link. Version 1 accepted names that differ in
 * one word, so its links by similarity or member number are checked again (link-doubt.ts).
 */
export const MATCHING_RULE = 2

const isLink = (
  companyId: string,
  slug: string,
  recipient: Pick<Recipient, 'clientUuid' | 'key'>,
) =>
  and(
    eq(customerLinks.companyId, companyId),
    eq(customerLinks.fikenCompanySlug, slug),
    eq(customerLinks.clientUuid, recipient.clientUuid),
    eq(customerLinks.recipientKey, recipient.key),
  )

export async function linkedContact(
  db: Db,
  companyId: string,
  slug: string,
  recipient: Recipient,
): Promise<number | null> {
  const link = await findLink(db, companyId, slug, recipient)
  return link && contactAt(link, doorOf(recipient))
}

/**
 * Returns the other billing addresses to which the recipient's link applies. Returns an empty list
 * when the link applies to the present address.
 */
export async function otherDoors(
  db: Db,
  companyId: string,
  slug: string,
  recipient: Recipient,
): Promise<DoorOfLink[]> {
  const link = await findLink(db, companyId, slug, recipient)
  return link && contactAt(link, doorOf(recipient)) === null ? link.doors : []
}

/**
 * Returns the contact that a link gives for a billing address. Returns null when the link applies
 * only to other addresses, or when the address is unknown and the link has several contacts.
 */
export function contactAt(
  { contactId, doors }: { contactId: number; doors: readonly DoorOfLink[] },
  door: Door | null,
): number | null {
  if (doors.length === 0) return contactId
  const own = doors.find(({ key }) => key === (door?.key ?? ''))
  if (own) return own.contactId
  const all = new Set(doors.map((one) => one.contactId))
  return door === null && all.size === 1 ? (doors[0]?.contactId ?? null) : null
}

export async function noteDoor(
  db: Db,
  companyId: string,
  slug: string,
  recipient: Recipient,
  contactId: number,
): Promise<void> {
  const door = doorOf(recipient)
  if (door === null) return
  await db
    .update(customerLinks)
    .set({ doors: [{ ...door, contactId }] })
    .where(
      and(
        isLink(companyId, slug, recipient),
        eq(customerLinks.contactId, contactId),
        sql`jsonb_array_length(${customerLinks.doors}) = 0`,
      ),
    )
}

export async function findLink(
  db: Db,
  companyId: string,
  slug: string,
  recipient: Recipient,
): Promise<(LinkMade & { contactId: number; doors: DoorOfLink[] }) | null> {
  const { contactId, doors, foundBy, rule } = customerLinks
  const [row] = await db
    .select({ contactId, doors, foundBy, rule })
    .from(customerLinks)
    .where(isLink(companyId, slug, recipient))
  return row ?? null
}

/**
 * Returns the client's links to other recipients, newest first, with the client's name at the last
 * invoice.
 */
export async function linksBeside(
  db: Db,
  companyId: string,
  slug: string,
  { clientUuid, key }: Pick<Recipient, 'clientUuid' | 'key'>,
): Promise<(LinkMade & { contactId: number; name: string; clientName: string | null })[]> {
  return db
    .select({
      contactId: customerLinks.contactId,
      name: customerLinks.recipientName,
      foundBy: customerLinks.foundBy,
      rule: customerLinks.rule,
      clientName: customers.name,
    })
    .from(customerLinks)
    .leftJoin(
      customers,
      and(
        eq(customers.companyId, customerLinks.companyId),
        eq(customers.servicem8Id, customerLinks.clientUuid),
      ),
    )
    .where(
      and(
        eq(customerLinks.companyId, companyId),
        eq(customerLinks.fikenCompanySlug, slug),
        eq(customerLinks.clientUuid, clientUuid),
        ne(customerLinks.recipientKey, key),
      ),
    )
    .orderBy(desc(customerLinks.createdAt))
}

export interface LinkMade {
  foundBy: string
  rule: number
}

/** Marks links as approved by the current rule, so that they are not checked again. */
export async function markJudged(
  db: Db,
  companyId: string,
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
        eq(customerLinks.companyId, companyId),
        eq(customerLinks.fikenCompanySlug, slug),
        eq(customerLinks.clientUuid, sql`k."clientUuid"`),
        eq(customerLinks.recipientKey, sql`k.key`),
        eq(customerLinks.contactId, sql`k."contactId"`),
      ),
    )
}

export async function saveLink(
  db: Db,
  link: {
    companyId: string
    slug: string
    clientUuid: string
    recipientKey: string
    recipientName: string
    contactId: number
    foundBy: string
    /** The billing address to which the link applies; null for any billing address. */
    door: Door | null
    at: Date
  },
): Promise<void> {
  const { contactId, door } = link
  const entry = { key: door?.key ?? '', address: door?.address ?? '', contactId }
  const row = {
    companyId: link.companyId,
    fikenCompanySlug: link.slug,
    clientUuid: link.clientUuid,
    recipientKey: link.recipientKey,
    recipientName: link.recipientName,
    contactId,
    foundBy: link.foundBy,
    rule: MATCHING_RULE,
    doors: door === null ? [] : [entry],
    createdAt: link.at,
  }
  const { doors } = customerLinks
  // Decisions for other billing addresses are kept.
  const withEntry = sql`case when ${door === null} and jsonb_array_length(${doors}) = 0 then ${doors}
    else coalesce((select jsonb_agg(e) from jsonb_array_elements(${doors}) e where e->>'key' <> ${entry.key}), '[]'::jsonb)
      || ${JSON.stringify([entry])}::jsonb end`
  await db
    .insert(customerLinks)
    .values(row)
    .onConflictDoUpdate({
      target: [
        customerLinks.companyId,
        customerLinks.fikenCompanySlug,
        customerLinks.clientUuid,
        customerLinks.recipientKey,
      ],
      set: {
        recipientName: row.recipientName,
        contactId: row.contactId,
        foundBy: row.foundBy,
        rule: row.rule,
        doors: withEntry,
        createdAt: row.createdAt,
      },
    })
}

/** Deletes the recipient's link. Returns false if there is no link. */
export async function deleteLink(
  db: Db,
  companyId: string,
  { slug, clientUuid, recipientKey }: { slug: string; clientUuid: string; recipientKey: string },
): Promise<boolean> {
  const deleted = await db
    .delete(customerLinks)
    .where(isLink(companyId, slug, { clientUuid, key: recipientKey }))
    .returning({ contactId: customerLinks.contactId })
  return deleted.length > 0
}

export async function dropLinkTo(
  tx: Db,
  companyId: string,
  slug: string,
  recipient: Pick<Recipient, 'clientUuid' | 'key'>,
  contactIds: readonly number[],
): Promise<void> {
  await tx
    .delete(customerLinks)
    .where(
      and(isLink(companyId, slug, recipient), inArray(customerLinks.contactId, [...contactIds])),
    )
}

/**
 * Removes a contact that no longer exists in Fiken from the recipient's link. Deletes the link when
 * no contact is left.
 */
export async function dropLink(
  db: Db,
  companyId: string,
  slug: string,
  recipient: Recipient,
  contactId: number,
): Promise<void> {
  const link = await findLink(db, companyId, slug, recipient)
  const [other, ...more] = link?.doors.filter((one) => one.contactId !== contactId) ?? []
  const which = isLink(companyId, slug, recipient)
  await (other
    ? db
        .update(customerLinks)
        .set({ contactId: other.contactId, doors: [other, ...more] })
        .where(which)
    : db.delete(customerLinks).where(which))
}

export async function overrideOf(
  db: Db,
  companyId: string,
  clientUuid: string,
): Promise<BillingOverride | null> {
  const [row] = await readOverrides(db, { companyId, clientUuid })
  return row ?? null
}

const readOverrides = rowsTogether(billingOverrides, ['companyId', 'clientUuid'])

/**
 * Returns the link of a client's recipient, with the customers row of the client `servicem8Id` and
 * our copy of the contact, which is null when the contact is not in our copy yet. Returns null when
 * there is no link.
 */
export async function decidedBefore(
  db: Db,
  companyId: string,
  slug: string,
  recipient: Recipient,
  servicem8Id: string,
): Promise<Decided | null> {
  const { clientUuid, key: recipientKey } = recipient
  const [row] = await readDecided(db, { companyId, slug, clientUuid, recipientKey, servicem8Id })
  const contactId = row ? contactAt(row, doorOf(recipient)) : null
  if (!row || contactId === null) return null
  return contactId === row.contactId
    ? row
    : { ...row, contactId, contact: await contactFromMirror(db, companyId, slug, contactId) }
}

export interface Decided {
  contact: Contact | null
  customer: KnownCustomer | null
  customerId: string | null
  foundBy: string
  rule: number
  contactId: number
  doors: DoorOfLink[]
}

interface DecidedKey {
  companyId: string
  slug: string
  clientUuid: string
  recipientKey: string
  servicem8Id: string
}

const readDecided = readTogether<DecidedKey, DecidedKey & Decided>(
  (one) =>
    JSON.stringify([one.companyId, one.slug, one.clientUuid, one.recipientKey, one.servicem8Id]),
  (db, keys) =>
    db
      .select({
        companyId: customerLinks.companyId,
        slug: customerLinks.fikenCompanySlug,
        clientUuid: customerLinks.clientUuid,
        recipientKey: customerLinks.recipientKey,
        servicem8Id: sql<string>`k."servicem8Id"`,
        contact: fikenContacts.data,
        customer: customerColumns,
        customerId: customers.id,
        foundBy: customerLinks.foundBy,
        rule: customerLinks.rule,
        contactId: customerLinks.contactId,
        doors: customerLinks.doors,
      })
      .from(customerLinks)
      .innerJoin(
        keyTable(
          keys,
          sql`"companyId" uuid, slug text, "clientUuid" text, "recipientKey" text, "servicem8Id" text`,
        ),
        and(
          eq(customerLinks.companyId, sql`k."companyId"`),
          eq(customerLinks.fikenCompanySlug, sql`k.slug`),
          eq(customerLinks.clientUuid, sql`k."clientUuid"`),
          eq(customerLinks.recipientKey, sql`k."recipientKey"`),
        ),
      )
      .leftJoin(fikenContacts, isContactOfLink)
      .leftJoin(
        customers,
        and(
          eq(customers.companyId, customerLinks.companyId),
          eq(customers.servicem8Id, sql`k."servicem8Id"`),
        ),
      ),
)
