import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { configurationOf } from '../configuration/read-configuration.ts'
import { advanceMirror } from '../connections/mirror-cursor.ts'
import { connectionsOf } from '../connections/read-connections.ts'

/** How old the mirrors of a user whose integration is on may become. */
const EVERY_MS = 15 * 60_000
/** The same while it is off: only the screens of customers and products look at them then. */
const EVERY_MS_WHEN_OFF = 12 * 60 * 60_000
/** A run that a vendor cut short is made again after this. */
const AGAIN_MS = 3 * 60_000
/** Users' turns are drawn apart by this much, so that they do not all ask in the same second. */
const SPREAD_SECONDS = 120

/** What a user's mirrors follow: another account or company makes them due at once. */
export async function scopesOf(db: Db, userId: string): Promise<{ account: string | null; slug: string | null; key: string }> {
  const { servicem8, fiken } = await connectionsOf(db, userId)
  const configuration = await configurationOf(db, userId)
  const account = servicem8?.status === 'connected' ? servicem8.account : null
  const chosen = configuration.requiresCompanySelection ? null : configuration.fikenCompanySlug
  const slug = fiken?.status === 'connected' ? chosen : null
  return { account, slug, key: `${account ?? ''}|${slug ?? ''}` }
}

/** Remembers that a run was made, whatever came of it: a vendor that is down must not be asked again with every tick. */
export async function noteRun(platform: Platform, userId: string, run: { key: string; cutShort: boolean }): Promise<void> {
  const at = new Date(platform.clock.now() - (run.cutShort ? EVERY_MS - AGAIN_MS : 0))
  await advanceMirror(platform.db, userId, 'refresh', '', { cursor: run.key, completedAt: at })
}

/** Users with at least one living connection whose mirrors are old, or follow another account or company than they now should. */
export async function usersWithOldMirrors(db: Db, now: Date): Promise<string[]> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const rows = await rowsOf<{ user_id: string }>(
    db,
    sql`with living as (
          select user_id, max(account) filter (where vendor = 'servicem8') as account, bool_or(vendor = 'fiken') as fiken
          from connections where status = 'connected' group by user_id
        )
        select l.user_id
        from living l
          join users u on u.id = l.user_id and u.is_active
          left join configurations f on f.user_id = l.user_id
          left join mirror_cursors r on r.user_id = l.user_id and r.mirror = 'refresh' and r.scope = ''
        where r.completed_at is null
          or r.cursor <> coalesce(l.account, '') || '|' ||
            case when l.fiken and not coalesce(f.requires_company_selection, false) then coalesce(f.fiken_company_slug, '') else '' end
          or r.completed_at + (abs(hashtext(l.user_id::text)) % ${SPREAD_SECONDS}) * interval '1 second' <
            case when f.is_active then ${before(EVERY_MS)}::timestamptz else ${before(EVERY_MS_WHEN_OFF)}::timestamptz end
        order by r.completed_at nulls first
        limit 20`,
  )
  return rows.map((row) => row.user_id)
}
