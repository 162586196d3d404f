import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import {
  MOST_CANDIDATES,
  type MatchCandidate,
  type MatchKind,
  type MatchRow,
} from '#shared/contracts/customer-import'
import type { Db } from '../../../platform/database/database.ts'
import { fikenContacts, servicem8Clients } from '../../mirrors/tables.ts'
import {
  customerLinks,
  customerMatches,
  rejectedContacts,
  type StoredCandidate,
} from '../tables.ts'
import { MATCHING_RULE } from '../link-store.ts'
import { isContactOfLink } from '../queries.ts'
import type { Book } from './match-store.ts'

const rejected = sql<number[]>`array(select ${rejectedContacts.contactId}::float8
  from ${rejectedContacts}
  where ${rejectedContacts.companyId} = ${customerMatches.companyId}
    and ${rejectedContacts.fikenCompanySlug} = ${customerMatches.fikenCompanySlug}
    and ${rejectedContacts.clientUuid} = ${customerMatches.clientUuid}
    and ${rejectedContacts.recipientKey} = ${customerMatches.recipientKey})`

const isNobody = sql`jsonb_array_length(${customerMatches.candidates}) > 0 and not exists (
  select from jsonb_array_elements(${customerMatches.candidates}) c
  where (c->>'contactId')::float8 <> all (${rejected}))`

/** The SQL condition that an earlier matching rule made the link and the current rule would not. */
const isDoubted = sql`${customerMatches.kind} = 'uncertain' and ${customerLinks.rule} < ${MATCHING_RULE}
  and ${customerLinks.foundBy} in ('fuzzy', 'member_number')`

/**
 * The SQL condition that the link applies only to billing addresses other than the compared
 * address.
 */
const isElsewhere = sql`${customerMatches.kind} = 'uncertain' and jsonb_array_length(${customerLinks.doors}) > 0
  and ${customerLinks.createdAt} < ${customerMatches.matchedAt}`

/**
 * The SQL expression for the list that the client is in now. A link made or deleted after the
 * comparison takes precedence over the comparison. A link to a contact that Fiken does not have is
 * uncertain. A client is missing while the user has rejected all of its candidates.
 */
const kindNow = sql<MatchKind>`case
  when ${isDoubted} or ${isElsewhere} then 'uncertain'
  when ${customerLinks.contactId} is not null and ${fikenContacts.contactId} is not null then 'linked'
  when ${customerLinks.contactId} is not null or ${customerMatches.kind} = 'linked' then 'uncertain'
  when ${customerMatches.kind} = 'uncertain' and ${isNobody} then 'missing'
  else ${customerMatches.kind} end`.as('kind')

const FOUND_BY: Record<string, string> = {
  person: 'Valgt av deg.',
  created: 'Opprettet i Fiken.',
  member_number: 'Samme medlemsnummer.',
  organization_number: 'Samme organisasjonsnummer.',
  successor: 'Samme navn og organisasjonsnummer som en kontakt som er satt inaktiv.',
  email_and_name: 'Samme e-post og navn.',
  fuzzy: 'Navnet ligner, og noe mer stemmer.',
}

function matches(db: Db, { companyId, slug }: Book) {
  return db
    .select({
      uuid: customerMatches.clientUuid,
      name: servicem8Clients.name,
      kind: kindNow,
      recipientName: customerMatches.recipientName,
      why: customerMatches.why,
      candidates: customerMatches.candidates,
      wasLinked: sql<boolean>`${customerMatches.kind} = 'linked'`.as('was_linked'),
      linkedTo: customerLinks.contactId,
      linkedName: sql<string | null>`${fikenContacts.data}->>'name'`.as('linked_name'),
      foundBy: customerLinks.foundBy,
      wasUncertain: sql<boolean>`${customerMatches.kind} = 'uncertain'`.as('was_uncertain'),
      recipientKey: customerMatches.recipientKey,
      rejected: rejected.as('rejected'),
    })
    .from(customerMatches)
    .innerJoin(
      servicem8Clients,
      and(
        eq(servicem8Clients.companyId, customerMatches.companyId),
        eq(servicem8Clients.uuid, customerMatches.clientUuid),
        eq(servicem8Clients.active, true),
      ),
    )
    .leftJoin(
      customerLinks,
      and(
        eq(customerLinks.companyId, customerMatches.companyId),
        eq(customerLinks.fikenCompanySlug, customerMatches.fikenCompanySlug),
        eq(customerLinks.clientUuid, customerMatches.clientUuid),
        eq(customerLinks.recipientKey, customerMatches.recipientKey),
      ),
    )
    .leftJoin(fikenContacts, isContactOfLink)
    .where(
      and(eq(customerMatches.companyId, companyId), eq(customerMatches.fikenCompanySlug, slug)),
    )
    .as('matches')
}

export async function matchRows(
  db: Db,
  book: Book,
  which: { kind: MatchKind; limit: number; offset: number },
): Promise<MatchRow[]> {
  const all = matches(db, book)
  const rows = await db
    .select()
    .from(all)
    .where(eq(all.kind, which.kind))
    .orderBy(asc(all.name), asc(all.uuid))
    .limit(which.limit)
    .offset(which.offset)
  return rows.map((row) => {
    const candidates = row.kind === 'uncertain' ? offered(row) : []
    return {
      uuid: row.uuid,
      name: row.name,
      recipientName: row.recipientName,
      contact:
        row.linkedTo === null || row.kind !== 'linked'
          ? null
          : { contactId: row.linkedTo, name: row.linkedName ?? '' },
      why: whyNow(row, candidates.length),
      candidates,
      rejected: isRejected(row),
    }
  })
}

interface OpenQuestion {
  name: string
  recipientKey: string
  recipientName: string
  candidates: MatchCandidate[]
}

export async function questionAbout(
  db: Db,
  book: Book,
  uuid: string,
): Promise<OpenQuestion | null> {
  const all = matches(db, book)
  const [row] = await db
    .select()
    .from(all)
    .where(and(eq(all.kind, 'uncertain'), eq(all.uuid, uuid)))
  if (!row) return null
  const { name, recipientKey, recipientName } = row
  return { name, recipientKey, recipientName, candidates: offered(row) }
}

const isRejected = (row: { kind: MatchKind; wasUncertain: boolean }) =>
  row.kind === 'missing' && row.wasUncertain

const offered = (row: { candidates: StoredCandidate[]; rejected: number[] }): MatchCandidate[] =>
  row.candidates
    .filter(({ contactId }) => !row.rejected.includes(contactId))
    .slice(0, MOST_CANDIDATES)
    .map(withComparison)

export async function stillMissing(
  db: Db,
  book: Book,
  uuids: readonly string[],
): Promise<{ uuid: string; name: string }[]> {
  const all = matches(db, book)
  return db
    .select({ uuid: all.uuid, name: all.name })
    .from(all)
    .where(and(eq(all.kind, 'missing'), inArray(all.uuid, [...uuids])))
    .orderBy(asc(all.name), asc(all.uuid))
}

/** Returns the recipient with which the client was compared; null when the client is in no list. */
export async function recipientCompared(
  db: Db,
  book: Book,
  uuid: string,
): Promise<{ name: string; recipientKey: string } | null> {
  const all = matches(db, book)
  const [row] = await db
    .select({ name: all.name, recipientKey: all.recipientKey })
    .from(all)
    .where(eq(all.uuid, uuid))
  return row ?? null
}

export async function kindOf(db: Db, book: Book, uuid: string): Promise<MatchKind | null> {
  const all = matches(db, book)
  const [row] = await db.select({ kind: all.kind }).from(all).where(eq(all.uuid, uuid))
  return row?.kind ?? null
}

export async function countMatches(db: Db, book: Book): Promise<Record<MatchKind, number>> {
  const all = matches(db, book)
  const rows = await db
    .select({ kind: all.kind, count: sql<number>`count(*)::int` })
    .from(all)
    .groupBy(all.kind)
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]))
  return {
    linked: counts.get('linked') ?? 0,
    uncertain: counts.get('uncertain') ?? 0,
    missing: counts.get('missing') ?? 0,
  }
}

export async function lastMatchedAt(db: Db, { companyId, slug }: Book): Promise<Date | null> {
  const [row] = await db
    .select({ at: sql`max(${customerMatches.matchedAt})`.mapWith(customerMatches.matchedAt) })
    .from(customerMatches)
    .where(
      and(eq(customerMatches.companyId, companyId), eq(customerMatches.fikenCompanySlug, slug)),
    )
  return row?.at ?? null
}

const withComparison = (candidate: StoredCandidate): MatchCandidate => ({
  comparison: '',
  ...candidate,
})

function whyNow(
  row: {
    kind: MatchKind
    why: string
    wasLinked: boolean
    wasUncertain: boolean
    linkedTo: number | null
    linkedName: string | null
    foundBy: string | null
    candidates: StoredCandidate[]
  },
  offers: number,
): string {
  if (row.kind === 'linked') return FOUND_BY[row.foundBy ?? ''] ?? 'Koblet fra før.'
  if (row.linkedTo !== null && row.linkedName !== null) return row.why
  if (row.linkedTo !== null) return 'Koblet fra før til en kontakt som ikke er i Fiken lenger.'
  if (isRejected(row)) return 'Du har sagt at ingen av dem som ligner i Fiken, er kunden.'
  if (offers > 0 && offers < row.candidates.length)
    return `${offers === 1 ? 'Én til' : `${offers} til`} i Fiken ligner. De andre har du sagt nei til.`
  return row.wasLinked ? 'Koblingen er glemt siden kundene ble sammenlignet.' : row.why
}
