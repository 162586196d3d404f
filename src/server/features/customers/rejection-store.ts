import { and, eq } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import type { Recipient } from './recipient.ts'
import { rejectedContacts } from './tables.ts'

interface OfRecipient {
  slug: string
  clientUuid: string
  recipientKey: string
}

const isOf = (userId: string, { slug, clientUuid, recipientKey }: OfRecipient) =>
  and(
    eq(rejectedContacts.userId, userId),
    eq(rejectedContacts.fikenCompanySlug, slug),
    eq(rejectedContacts.clientUuid, clientUuid),
    eq(rejectedContacts.recipientKey, recipientKey),
  )

/** The contacts that a person has said a client's recipient is not. */
export async function rejectedFor(
  db: Db,
  userId: string,
  slug: string,
  { clientUuid, key: recipientKey }: Pick<Recipient, 'clientUuid' | 'key'>,
): Promise<Set<number>> {
  const rows = await db
    .select({ contactId: rejectedContacts.contactId })
    .from(rejectedContacts)
    .where(isOf(userId, { slug, clientUuid, recipientKey }))
  return new Set(rows.map(({ contactId }) => contactId))
}

/** The same of all clients of a company, asked for by recipient. */
export async function allRejected(
  db: Db,
  userId: string,
  slug: string,
): Promise<(recipient: Recipient) => ReadonlySet<number>> {
  const rows = await db
    .select()
    .from(rejectedContacts)
    .where(and(eq(rejectedContacts.userId, userId), eq(rejectedContacts.fikenCompanySlug, slug)))
  const keyOf = (clientUuid: string, key: string) => JSON.stringify([clientUuid, key])
  const byRecipient = new Map<string, Set<number>>()
  for (const { clientUuid, recipientKey, contactId } of rows) {
    const key = keyOf(clientUuid, recipientKey)
    byRecipient.set(key, (byRecipient.get(key) ?? new Set()).add(contactId))
  }
  const nobody = new Set<number>()
  return ({ clientUuid, key }) => byRecipient.get(keyOf(clientUuid, key)) ?? nobody
}

export async function saveRejected(
  tx: Db,
  userId: string,
  slug: string,
  recipient: Pick<Recipient, 'clientUuid' | 'key' | 'name'>,
  contactIds: readonly number[],
  rejectedAt: Date,
): Promise<void> {
  const { clientUuid, key: recipientKey, name: recipientName } = recipient
  const of = { userId, fikenCompanySlug: slug, clientUuid, recipientKey, recipientName }
  await tx
    .insert(rejectedContacts)
    .values(contactIds.map((contactId) => ({ ...of, contactId, rejectedAt })))
    .onConflictDoNothing()
}

/** A person takes it back, of one contact or of all. False when there was nothing to take back. */
export async function dropRejected(
  db: Db,
  userId: string,
  of: OfRecipient,
  contactId?: number,
): Promise<boolean> {
  const which = contactId === undefined ? undefined : eq(rejectedContacts.contactId, contactId)
  const dropped = await db
    .delete(rejectedContacts)
    .where(and(isOf(userId, of), which))
    .returning({ contactId: rejectedContacts.contactId })
  return dropped.length > 0
}
