import { and, eq, sql } from 'drizzle-orm'
import { MOST_SAVED, type FilteredList, type SavedFilter } from '#shared/contracts/saved-filters'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { savedFilters } from './tables.ts'

export function filtersOf(db: Db, companyId: string, list: FilteredList): Promise<SavedFilter[]> {
  return db
    .select({ id: savedFilters.id, name: savedFilters.name, query: savedFilters.query })
    .from(savedFilters)
    .where(and(eq(savedFilters.companyId, companyId), eq(savedFilters.list, list)))
}

export interface NewFilter {
  id: string
  list: FilteredList
  name: string
  query: string
  at: Date
}

/**
 * Saves a filter under its name. Returns null if the name is new and the list already has the
 * maximum number of names.
 */
export async function putFilter(
  db: Db,
  companyId: string,
  { id, list, name, query, at }: NewFilter,
): Promise<SavedFilter | null> {
  const [row] = await rowsOf<SavedFilter>(
    db,
    sql`insert into saved_filters (user_id, id, list, name, query, saved_at)
        select ${companyId}::uuid, ${id}::uuid, ${list}, ${name}, ${query}, ${at.toISOString()}::timestamptz
        where (select count(*) from saved_filters
               where user_id = ${companyId} and list = ${list} and name <> ${name}) < ${MOST_SAVED}
        on conflict (user_id, list, name) do update
          set query = excluded.query, saved_at = excluded.saved_at
        returning id, name, query`,
  )
  return row ?? null
}

export async function removeFilter(db: Db, companyId: string, id: string): Promise<void> {
  await db
    .delete(savedFilters)
    .where(and(eq(savedFilters.companyId, companyId), eq(savedFilters.id, id)))
}
