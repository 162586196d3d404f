import { and, count, desc, eq, gte, ilike, isNull, like, lt, or, sql, type SQL } from 'drizzle-orm'
import type { ActivityType, LogCard } from '#shared/contracts/activity-log'
import { addDays, osloInstant } from '#shared/dates'
import { MOST_COUNTED } from '#shared/contract'
import type { Db } from '../../platform/database/database.ts'
import { afterCursor, containing, type Cursor } from '../../platform/http/paging.ts'
import { isMemberNamed } from '../auth/people-queries.ts'
import { isOwnedBy } from '../auth/queries.ts'
import { companies } from '../auth/tables.ts'
import type { ActivityEntry } from './record.ts'
import { activityLogs } from './tables.ts'

export type ActivityRow = typeof activityLogs.$inferSelect

export interface ActivityFilter {
  whose: { companyId: string } | { personId: string } | 'everybody'
  type?: ActivityType | undefined
  card?: LogCard | undefined
  success?: boolean | undefined
  /** Text to find in the action, the description, the error or the member's name, ignoring case. */
  q?: string | undefined
  /** The first day to include, as a Norwegian calendar date; `to` is the last day. */
  from?: string | undefined
  to?: string | undefined
}

export async function insertActivity(
  db: Db,
  { at, metadata, actor, ...entry }: ActivityEntry,
): Promise<void> {
  const actorId = actor?.id ?? null
  await db
    .insert(activityLogs)
    .values({ ...entry, actorId, metadata: metadata ?? null, createdAt: at })
}

/**
 * Locks the company's row, so that no other transaction can write the same entry at the same time.
 */
export async function lockEntriesOf(tx: Db, companyId: string): Promise<void> {
  await tx
    .select({ id: companies.id })
    .from(companies)
    .where(eq(companies.id, companyId))
    .for('no key update')
}

export async function hasSameEntry(
  db: Db,
  { companyId, action, description }: ActivityEntry,
  since: Date,
): Promise<boolean> {
  const [earlier] = await db
    .select({ id: activityLogs.id })
    .from(activityLogs)
    .where(
      and(
        companyId === null ? isNull(activityLogs.companyId) : eq(activityLogs.companyId, companyId),
        gte(activityLogs.createdAt, since),
        eq(activityLogs.action, action),
        eq(activityLogs.description, description),
      ),
    )
    .limit(1)
  return earlier !== undefined
}

export function insertFrom(
  source: SQL,
  { companyId, actor, type, action, description, metadata, success, at }: ActivityEntry,
): SQL {
  return sql`insert into activity_logs (user_id, actor_id, type, action, description, metadata, success, created_at)
    select ${companyId}::uuid, ${actor?.id ?? null}::uuid, ${type}, ${action}, ${description}, ${metadata ? JSON.stringify(metadata) : null}::jsonb, ${success}::boolean,
      ${at.toISOString()}::timestamptz from ${source}`
}

export async function findActivities(
  db: Db,
  filter: ActivityFilter,
  page: { limit: number; cursor: Cursor | null },
): Promise<ActivityRow[]> {
  return db
    .select()
    .from(activityLogs)
    .where(and(matches(filter), afterCursor(activityLogs.createdAt, activityLogs.id, page.cursor)))
    .orderBy(desc(activityLogs.createdAt), desc(activityLogs.id))
    .limit(page.limit)
}

/** Counts the entries that match the filter, up to MOST_COUNTED + 1. */
export async function countActivities(db: Db, filter: ActivityFilter): Promise<number> {
  const counted = db
    .select({ one: sql`1` })
    .from(activityLogs)
    .where(matches(filter))
    .limit(MOST_COUNTED + 1)
    .as('counted')
  const [row] = await db.select({ total: count() }).from(counted)
  return row?.total ?? 0
}

const CARDS: Record<LogCard, () => SQL | undefined> = {
  errors: () => or(eq(activityLogs.type, 'error'), eq(activityLogs.success, false)),
  webhooks: () => or(eq(activityLogs.type, 'webhook'), like(activityLogs.action, 'webhook\\_%')),
}

/**
 * Returns the condition for entries of a type. The type `webhook` selects the same entries as the
 * webhook card, including the entries that a webhook caused.
 */
const isOfType = (type: ActivityType) =>
  type === 'webhook' ? CARDS.webhooks() : eq(activityLogs.type, type)

function isOf(whose: ActivityFilter['whose']): SQL | undefined {
  if (whose === 'everybody') return undefined
  if ('companyId' in whose) return eq(activityLogs.companyId, whose.companyId)
  const { personId } = whose
  return or(
    isOwnedBy(activityLogs.companyId, personId),
    eq(activityLogs.actorId, personId),
    and(
      isNull(activityLogs.companyId),
      sql`${activityLogs.metadata} -> 'target' ->> 'id' = ${personId}`,
    ),
  )
}

function matches({ whose, type, card, success, q, from, to }: ActivityFilter): SQL | undefined {
  const pattern = q?.trim() ? containing(q.trim()) : null
  return and(
    isOf(whose),
    type && isOfType(type),
    card && CARDS[card](),
    success === undefined ? undefined : eq(activityLogs.success, success),
    pattern === null
      ? undefined
      : or(
          ilike(activityLogs.action, pattern),
          ilike(activityLogs.description, pattern),
          ilike(sql`${activityLogs.metadata} ->> 'error'`, pattern),
          typeof whose === 'object' && 'companyId' in whose
            ? isMemberNamed(activityLogs.actorId, whose.companyId, pattern)
            : undefined,
        ),
    from ? gte(activityLogs.createdAt, osloInstant(from)) : undefined,
    to ? lt(activityLogs.createdAt, osloInstant(addDays(to, 1))) : undefined,
  )
}
