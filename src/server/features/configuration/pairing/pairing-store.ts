import { sql, type SQL } from 'drizzle-orm'
import { rowsOf, type Db } from '../../../platform/database/database.ts'
import { keyTable } from '../../../platform/database/together.ts'
import type { Seen, Unpaired } from './plan-pairings.ts'

const ids = (companyIds: readonly string[]) =>
  keyTable(
    companyIds.map((id) => ({ id })),
    sql`id uuid`,
  )

/**
 * Returns those of the companies that have no living connection to Fiken, with the organisation
 * number of the company in Fiken they have chosen before, or else of their ServiceM8 account.
 */
export async function unpairedAmong(
  db: Db,
  companyIds: readonly string[],
): Promise<Map<string, Pick<Unpaired, 'slug' | 'organizationNumber' | 'renews'>>> {
  const rows = await rowsOf<Omit<Unpaired, 'companyName' | 'role'>>(
    db,
    sql`select co.id as "companyId", f.fiken_company_slug as slug,
          coalesce(nullif(p.organization_number, ''), s.organization_number, '') as "organizationNumber",
          coalesce(c.status <> 'disconnected', false) as renews
        from ${ids(companyIds)} join companies co on co.id = k.id and co.is_active
        left join configurations f on f.user_id = co.id
        left join fiken_companies p on p.user_id = co.id and p.slug = f.fiken_company_slug
        left join connections c on c.user_id = co.id and c.vendor = 'fiken'
        left join connections s on s.user_id = co.id and s.vendor = 'servicem8'
        where c.status is null or c.status in ('disconnected', 'reauth_required')`,
  )
  return new Map(rows.map(({ companyId, ...one }) => [companyId, one]))
}

/** Returns the companies in Fiken that the person's living grants see, each once, by name. */
export const seenByPerson = (db: Db, personId: string): Promise<Seen[]> =>
  seenBy(db, sql`g.person_id = ${personId}`)

/** Returns the companies in Fiken that the grants of the company's members see, for each grant. */
export const seenByMembers = (db: Db, companyId: string): Promise<(Seen & Granter)[]> =>
  seenBy(
    db,
    sql`g.person_id in (select m.person_id from memberships m where m.company_id = ${companyId})`,
  )

interface Granter {
  personId: string
}

async function seenBy(db: Db, whose: SQL): Promise<(Seen & Granter)[]> {
  return rowsOf(
    db,
    sql`select distinct on (s.name, s.slug, g.person_id) g.id as "grantId", g.person_id as "personId",
          s.slug, s.name, s.organization_number as "organizationNumber",
          array(select f.user_id::text from configurations f
            join connections c on c.user_id = f.user_id and c.vendor = 'fiken' and c.status <> 'disconnected'
            where f.fiken_company_slug = s.slug) as "usedBy"
        from grants g join grant_companies s on s.grant_id = g.id
        where ${whose} and g.vendor = 'fiken' and g.status = 'connected'
        order by s.name, s.slug, g.person_id, g.created_at, g.id`,
  )
}

/** Returns a company that uses each of the person's living grants whose companies are unknown. */
export async function usersOfUnlisted(db: Db, personId: string): Promise<string[]> {
  const rows = await rowsOf<{ user_id: string }>(
    db,
    sql`select distinct on (g.id) c.user_id from grants g
        join connections c on c.grant_id = g.id join companies co on co.id = c.user_id and co.is_active
        where g.person_id = ${personId} and g.status = 'connected'
          and not exists (select from grant_companies s where s.grant_id = g.id)
        order by g.id, c.user_id`,
  )
  return rows.map((row) => row.user_id)
}

/** Returns whose living grant this is, with a company that uses it; null if it has ended. */
export async function livingGrant(
  db: Db,
  grantId: string,
): Promise<{ personId: string; account: string; usedBy: string } | null> {
  const [row] = await rowsOf<{ personId: string; account: string; usedBy: string }>(
    db,
    sql`select g.person_id as "personId", g.account, c.user_id as "usedBy" from grants g
        join connections c on c.grant_id = g.id join companies co on co.id = c.user_id and co.is_active
        where g.id = ${grantId} and g.vendor = 'fiken' and g.status = 'connected' and g.person_id is not null
        order by c.user_id limit 1`,
  )
  return row ?? null
}
