import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { CollectiveTime } from '#shared/collective'
import type { Db } from '../../platform/database/database.ts'
import { companies } from '../auth/tables.ts'
import { configurations } from '../configuration/tables.ts'
import type { JobSnapshot } from '../service-jobs/snapshot.ts'
import { collectiveChoices, type CollectiveChoiceRow } from './tables.ts'

export interface CollectiveChoice {
  clientUuid: string
  time: CollectiveTime
  byPurchaseOrder: boolean
  /** The date of the next draft, yyyy-mm-dd in Norway; null when drafts are made by hand. */
  nextOn: string | null
}

/**
 * Returns the uuid of the billed client: the head office when the client is a site, and null
 * without a client.
 */
export const billedClientOf = ({
  client,
  headOffice,
}: Pick<JobSnapshot, 'client' | 'headOffice'>): string | null =>
  headOffice?.uuid ?? client?.uuid ?? null

/**
 * Returns the company's choice of collective drafts for the client, or null.
 * @param options.hold when true, the row stays locked until the end of the transaction, so that
 * deleting the choice waits
 */
export async function choiceOf(
  db: Db,
  companyId: string,
  clientUuid: string,
  { hold = false } = {},
): Promise<CollectiveChoice | null> {
  const query = db
    .select()
    .from(collectiveChoices)
    .where(
      and(eq(collectiveChoices.companyId, companyId), eq(collectiveChoices.clientUuid, clientUuid)),
    )
  const [row] = await (hold ? query.for('share') : query)
  return row ? present(row) : null
}

export async function choicesOf(
  db: Db,
  companyId: string,
  { hold = false } = {},
): Promise<CollectiveChoice[]> {
  const query = db
    .select()
    .from(collectiveChoices)
    .where(eq(collectiveChoices.companyId, companyId))
    .orderBy(collectiveChoices.clientUuid)
  const rows = await (hold ? query.for('share') : query)
  return rows.map(present)
}

/**
 * Returns companies with due collective drafts, the longest overdue first. While a company's
 * integration is off, the drafts wait.
 */
export async function companiesWithDueDays(
  db: Db,
  today: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ companyId: collectiveChoices.companyId })
    .from(collectiveChoices)
    .innerJoin(configurations, eq(configurations.companyId, collectiveChoices.companyId))
    .innerJoin(companies, eq(companies.id, collectiveChoices.companyId))
    .where(and(lte(collectiveChoices.nextOn, today), configurations.isActive, companies.isActive))
    .groupBy(collectiveChoices.companyId)
    .orderBy(asc(sql`min(${collectiveChoices.nextOn})`))
    .limit(limit)
  return rows.map(({ companyId }) => companyId)
}

export async function dueChoices(
  db: Db,
  companyId: string,
  today: string,
): Promise<CollectiveChoice[]> {
  const rows = await db
    .select()
    .from(collectiveChoices)
    .where(and(eq(collectiveChoices.companyId, companyId), lte(collectiveChoices.nextOn, today)))
  return rows.map(present)
}

function present({
  clientUuid,
  every,
  day,
  byPurchaseOrder,
  nextOn,
}: CollectiveChoiceRow): CollectiveChoice {
  const time: CollectiveTime =
    every === 'month'
      ? { every, day: day ?? 1 }
      : every === 'week'
        ? { every, weekday: day ?? 1 }
        : { every }
  return { clientUuid, time, byPurchaseOrder, nextOn }
}
