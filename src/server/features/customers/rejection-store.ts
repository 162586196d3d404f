import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { isFormerName } from './reading/former-name.ts'
import type { Recipient } from './reading/recipient.ts'
import { rejectedContacts } from './tables.ts'

interface OfRecipient {
  slug: string
  clientUuid: string
  recipientKey: string
}

const isOfClient = (companyId: string, slug: string, clientUuid: string) =>
  and(
    eq(rejectedContacts.companyId, companyId),
    eq(rejectedContacts.fikenCompanySlug, slug),
    eq(rejectedContacts.clientUuid, clientUuid),
  )

const WHOM = {
  recipientKey: rejectedContacts.recipientKey,
  recipientName: rejectedContacts.recipientName,
  contactId: rejectedContacts.contactId,
}

/**
 * Returns a filter for rejections that concern the recipient, including those under a name that was
 * parsed differently earlier.
 */
const concerns =
  (recipient: Pick<Recipient, 'key' | 'memberNumber'>) =>
  (said: { recipientKey: string; recipientName: string }) =>
    said.recipientKey === recipient.key || isFormerName(said.recipientName, recipient)

export async function rejectedFor(
  db: Db,
  companyId: string,
  slug: string,
  recipient: Pick<Recipient, 'clientUuid' | 'key' | 'memberNumber'>,
): Promise<Set<number>> {
  const rows = await db
    .select(WHOM)
    .from(rejectedContacts)
    .where(isOfClient(companyId, slug, recipient.clientUuid))
  return new Set(rows.filter(concerns(recipient)).map(({ contactId }) => contactId))
}

export async function allRejected(
  db: Db,
  companyId: string,
  slug: string,
): Promise<(recipient: Recipient) => ReadonlySet<number>> {
  const rows = await db
    .select()
    .from(rejectedContacts)
    .where(
      and(eq(rejectedContacts.companyId, companyId), eq(rejectedContacts.fikenCompanySlug, slug)),
    )
  const byClient = Map.groupBy(rows, ({ clientUuid }) => clientUuid)
  return (recipient) => {
    const own = byClient.get(recipient.clientUuid) ?? []
    return new Set(own.filter(concerns(recipient)).map(({ contactId }) => contactId))
  }
}

export async function saveRejected(
  tx: Db,
  companyId: string,
  slug: string,
  recipient: Pick<Recipient, 'clientUuid' | 'key' | 'name'>,
  contactIds: readonly number[],
  rejectedAt: Date,
): Promise<void> {
  const { clientUuid, key: recipientKey, name: recipientName } = recipient
  const of = { companyId, fikenCompanySlug: slug, clientUuid, recipientKey, recipientName }
  await tx
    .insert(rejectedContacts)
    .values(contactIds.map((contactId) => ({ ...of, contactId, rejectedAt })))
    .onConflictDoNothing()
}

/**
 * Undoes one rejection of a recipient's contact, or all rejections when `contactId` is undefined.
 * Returns false if there was none.
 */
export async function dropRejected(
  db: Db,
  companyId: string,
  of: OfRecipient,
  contactId?: number,
): Promise<boolean> {
  const which = contactId === undefined ? undefined : eq(rejectedContacts.contactId, contactId)
  const said = and(isOfClient(companyId, of.slug, of.clientUuid), which)
  const recipient = { key: of.recipientKey, memberNumber: of.clientUuid }
  const keys = (await db.select(WHOM).from(rejectedContacts).where(said))
    .filter(concerns(recipient))
    .map(({ recipientKey }) => recipientKey)
  const dropped = await db
    .delete(rejectedContacts)
    .where(and(said, inArray(rejectedContacts.recipientKey, keys)))
    .returning({ contactId: rejectedContacts.contactId })
  return dropped.length > 0
}
