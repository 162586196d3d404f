import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { companyTable } from '../../platform/database/together.ts'

export interface Reconciled {
  /** The last month that is marked as reconciled (yyyy-mm). */
  last: string
  /** The marked months whose last check has other figures than the one that was marked. */
  changed: string[]
}

/**
 * Returns which months are marked as reconciled with the Fiken company that is chosen now; without
 * the companies that have none.
 */
export async function reconciledOf(
  db: Db,
  companyIds: readonly string[],
): Promise<Map<string, Reconciled>> {
  const rows = await rowsOf<Reconciled & { companyId: string }>(
    db,
    sql`select k."companyId", max(m.month) as last,
          coalesce(json_agg(m.month order by m.month) filter (where r.fingerprint <> m.fingerprint), '[]') as changed
        from ${companyTable(companyIds)}
        join reconciled_months m on m.user_id = k."companyId"
        join configurations f on f.user_id = m.user_id and f.fiken_company_slug = m.fiken_company_slug
        left join reconciliations r on r.user_id = m.user_id and r.month = m.month
          and r.fiken_company_slug = m.fiken_company_slug
        group by k."companyId"`,
  )
  return new Map(rows.map(({ companyId, ...reconciled }) => [companyId, reconciled]))
}
