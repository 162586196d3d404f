import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { fikenContacts } from '../mirrors/tables.ts'
import type { BillingOverride } from './reading/recipient.ts'
import {
  billingOverrides,
  billingWrites,
  customerLinks,
  type DoorOfLink,
  rejectedContacts,
} from './tables.ts'

export type BillingWrite = typeof billingWrites.$inferSelect

export async function savedBilling(
  db: Db,
  companyId: string,
): Promise<{ overrides: Map<string, BillingOverride>; writes: Map<string, BillingWrite> }> {
  const { companyId: _user, updatedAt: _at, ...columns } = getTableColumns(billingOverrides)
  const overrides = await db
    .select(columns)
    .from(billingOverrides)
    .where(eq(billingOverrides.companyId, companyId))
  const writes = await db.select().from(billingWrites).where(eq(billingWrites.companyId, companyId))
  return {
    overrides: new Map(overrides.map(({ clientUuid, ...override }) => [clientUuid, override])),
    writes: new Map(writes.map((write) => [write.clientUuid, write])),
  }
}

interface DecidedContact {
  clientUuid: string
  recipientKey: string
  recipientName: string
  contactId: number
  foundBy: string
  rule: number
  /** The billing addresses to which the link applies; empty for any address. */
  doors: DoorOfLink[]
  at: Date
  /** The contact's name; null when the contact is not in our copy of Fiken's contacts yet. */
  name: string | null
}

export const isContactOfLink = and(
  eq(fikenContacts.companyId, customerLinks.companyId),
  eq(fikenContacts.fikenCompanySlug, customerLinks.fikenCompanySlug),
  eq(fikenContacts.contactId, customerLinks.contactId),
)

export function decidedContacts(
  db: Db,
  companyId: string,
  slug: string,
): Promise<DecidedContact[]> {
  const {
    clientUuid,
    recipientKey,
    recipientName,
    contactId,
    foundBy,
    rule,
    doors,
    createdAt: at,
  } = getTableColumns(customerLinks)
  return db
    .select({
      clientUuid,
      recipientKey,
      recipientName,
      contactId,
      foundBy,
      rule,
      doors,
      at,
      name: sql<string | null>`${fikenContacts.data}->>'name'`,
    })
    .from(customerLinks)
    .leftJoin(fikenContacts, isContactOfLink)
    .where(and(eq(customerLinks.companyId, companyId), eq(customerLinks.fikenCompanySlug, slug)))
}

export function rejectedRecipients(
  db: Db,
  companyId: string,
  slug: string,
): Promise<Pick<DecidedContact, 'clientUuid' | 'recipientKey' | 'recipientName' | 'at'>[]> {
  const { clientUuid, recipientKey, recipientName, rejectedAt } = rejectedContacts
  return db
    .select({
      clientUuid,
      recipientKey,
      recipientName: sql<string>`max(${recipientName})`,
      at: sql`max(${rejectedAt})`.mapWith(rejectedAt),
    })
    .from(rejectedContacts)
    .where(
      and(eq(rejectedContacts.companyId, companyId), eq(rejectedContacts.fikenCompanySlug, slug)),
    )
    .groupBy(clientUuid, recipientKey)
}
