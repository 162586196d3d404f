import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { MatchCandidate, MatchKind } from '#shared/contracts/customer-import'
import type { Db } from '../../../platform/database/database.ts'
import { MATCHING_RULE } from '../link-store.ts'
import type { Door } from '../reading/recipient-door.ts'
import { customerLinks, customerMatches } from '../tables.ts'

export interface Book {
  companyId: string
  slug: string
}

export interface MatchedClient {
  clientUuid: string
  kind: MatchKind
  recipientKey: string
  recipientName: string
  contactId: number | null
  contactName: string
  why: string
  candidates: MatchCandidate[]
}

export interface NewLink {
  clientUuid: string
  recipientKey: string
  recipientName: string
  contactId: number
  foundBy: string
  door: Door | null
}

const inBook = ({ companyId, slug }: Book) =>
  and(eq(customerMatches.companyId, companyId), eq(customerMatches.fikenCompanySlug, slug))

export async function comparedSince(db: Db, book: Book, since: Date): Promise<Set<string>> {
  const rows = await db
    .select({ clientUuid: customerMatches.clientUuid })
    .from(customerMatches)
    .where(and(inBook(book), gte(customerMatches.matchedAt, since)))
  return new Set(rows.map(({ clientUuid }) => clientUuid))
}

/**
 * Saves new links without replacing links made in the meantime. Returns each client's contact
 * afterwards.
 */
export async function saveNewLinks(
  tx: Db,
  { companyId, slug }: Book,
  links: readonly NewLink[],
  at: Date,
): Promise<Map<string, number>> {
  if (links.length === 0) return new Map()
  const owner = { companyId, fikenCompanySlug: slug, rule: MATCHING_RULE, createdAt: at }
  const saved = await tx
    .insert(customerLinks)
    .values(
      links.map(({ door, ...link }) => ({
        ...owner,
        ...link,
        doors: door ? [{ ...door, contactId: link.contactId }] : [],
      })),
    )
    .onConflictDoNothing()
    .returning({ clientUuid: customerLinks.clientUuid })
  const mine = new Set(saved.map(({ clientUuid }) => clientUuid))
  const taken = links.filter(({ clientUuid }) => !mine.has(clientUuid))
  if (taken.length === 0) return new Map()
  const keys = new Map(taken.map((link) => [link.clientUuid, link.recipientKey]))
  const theirs = await tx
    .select({
      clientUuid: customerLinks.clientUuid,
      recipientKey: customerLinks.recipientKey,
      contactId: customerLinks.contactId,
    })
    .from(customerLinks)
    .where(
      and(
        eq(customerLinks.companyId, companyId),
        eq(customerLinks.fikenCompanySlug, slug),
        inArray(customerLinks.clientUuid, [...keys.keys()]),
      ),
    )
  return new Map(
    theirs
      .filter(({ clientUuid, recipientKey }) => keys.get(clientUuid) === recipientKey)
      .map(({ clientUuid, contactId }) => [clientUuid, contactId]),
  )
}

/**
 * Saves the results of a comparison. Rows written since the comparison's start are not changed,
 * because a portion can be repeated.
 */
export async function saveMatches(
  tx: Db,
  { companyId, slug }: Book,
  rows: readonly MatchedClient[],
  { since, at }: { since: Date; at: Date },
): Promise<void> {
  if (rows.length === 0) return
  const given = (column: string) => sql.raw(`excluded.${column}`)
  await tx
    .insert(customerMatches)
    .values(rows.map((row) => ({ companyId, fikenCompanySlug: slug, ...row, matchedAt: at })))
    .onConflictDoUpdate({
      target: [
        customerMatches.companyId,
        customerMatches.fikenCompanySlug,
        customerMatches.clientUuid,
      ],
      set: {
        kind: given('kind'),
        recipientKey: given('recipient_key'),
        recipientName: given('recipient_name'),
        contactId: given('contact_id'),
        contactName: given('contact_name'),
        why: given('why'),
        candidates: given('candidates'),
        matchedAt: given('matched_at'),
      },
      setWhere: lt(customerMatches.matchedAt, since),
    })
}

/**
 * Stores the result of the user's decision about a client, without changing the time of the
 * comparison.
 */
export async function changeMatch(
  db: Db,
  book: Book,
  { clientUuid, ...row }: MatchedClient,
): Promise<void> {
  await db
    .update(customerMatches)
    .set(row)
    .where(and(inBook(book), eq(customerMatches.clientUuid, clientUuid)))
}

/**
 * Deletes results that the comparison did not renew, because the client has been deleted or is now
 * a site.
 */
export async function dropNotCompared(db: Db, book: Book, since: Date): Promise<void> {
  await db.delete(customerMatches).where(and(inBook(book), lt(customerMatches.matchedAt, since)))
}
