import { statSync } from 'node:fs'
import path from 'node:path'
import { sql, type SQL } from 'drizzle-orm'
import { instant, type Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { databaseMarks } from './tables.ts'
import { rowsOf, type Database, type Db } from './database.ts'

/**
 * This file detects that the database was replaced by a backup of itself (decision 0053). The
 * database stores the identity of the database that the last process wrote to, and the time of the
 * last write. A different identity means that the database was restored or moved. A pause of
 * minutes can mean a restore too, or only that no process was running: the database alone does not
 * show which.
 */

const BEAT_MS = 60_000
/**
 * The length in milliseconds of a suspicious pause in writes: longer than a restart takes, and
 * longer than a busy machine delays a heartbeat.
 */
const SILENCE_MS = 5 * 60_000
/**
 * The period in milliseconds after a restore during which completed jobs are looked up in Fiken
 * before a draft is created: a job can be reopened within weeks.
 */
export const RESTORE_COUNTS_MS = 30 * 24 * 60 * 60_000
const MONTH = sql`${RESTORE_COUNTS_MS}::float8 * interval '1 millisecond'`

/**
 * Checks once for a restore, before anything is sent to a vendor, and then keeps marking the
 * database as in use.
 * @returns a function that stops the marking
 */
export async function watchForRestore(
  { database, clock, log }: { database: Database; clock: Clock; log: Log },
  folder: string,
): Promise<() => void> {
  const identity = await identityOf(database, folder)
  await beat(database.db, identity, clock, log)
  const timer = setInterval(() => {
    beat(database.db, identity, clock, log).catch((err: unknown) =>
      log.warn({ err }, 'could not write that the database is in use'),
    )
  }, BEAT_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Marks the database as in use and records a suspicious pause, measured by the database's clock,
 * which all processes share.
 */
async function beat(db: Db, identity: string, clock: Clock, log: Log): Promise<void> {
  const now = instant(clock).toISOString()
  const at = sql`${now}::timestamptz`
  const m = databaseMarks
  const [row] = await rowsOf<{ unsure: boolean; restored: boolean }>(
    db,
    sql`insert into ${m} (id, alive_at, identity) values (1, now(), ${identity})
        on conflict (id) do update set alive_at = now(), identity = excluded.identity,
          unsure_at = case when ${m.aliveAt} < now() - ${SILENCE_MS}::float8 * interval '1 millisecond' then ${at} else ${m.unsureAt} end,
          restored_at = case when ${m.identity} <> excluded.identity then ${at} else ${m.restoredAt} end,
          lost_from = case when ${m.identity} <> excluded.identity then least(${m.aliveAt}, ${lostBefore(at)}) else ${m.lostFrom} end
        returning coalesce(unsure_at = ${at}, false) as unsure, coalesce(restored_at = ${at}, false) as restored`,
  )
  if (row?.restored)
    log.warn('this is another database than the last process wrote to: taken for a restored one')
  else if (row?.unsure) log.info('nothing was written to the database for a while')
}

/**
 * Marks the database as restored at an operator's command, for restores that cannot be detected.
 * The backup's age is unknown, because a process can already be writing to the database, so a month
 * is assumed.
 */
export async function markRestored(db: Db, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  const lostFrom = sql`${at} - ${MONTH}`
  await db.execute(
    sql`insert into ${databaseMarks} (id, restored_at, lost_from) values (1, ${at}, ${lostFrom})
        on conflict (id) do update set restored_at = excluded.restored_at,
          lost_from = least(excluded.lost_from, ${lostBefore(at)})`,
  )
}

/**
 * Returns the SQL expression for the start of the period lost in an earlier restore within the last
 * month; a further restore or move does not make that period known.
 */
const lostBefore = (at: SQL) =>
  sql`case when ${databaseMarks.restoredAt} > ${at} - ${MONTH} then ${databaseMarks.lostFrom} end`

async function identityOf({ db, engine }: Database, folder: string): Promise<string> {
  if (engine.kind === 'embedded') return fileIdentity(path.join(folder, 'database', 'PG_VERSION'))
  const [row] = await rowsOf<{ oid: string }>(
    db,
    sql`select oid::text from pg_database where datname = current_database()`,
  )
  // Some hosting providers do not allow users to read the server's system identifier.
  const server = await rowsOf<{ id: string }>(
    db,
    sql`select system_identifier::text as id from pg_control_system()`,
  ).catch(() => [])
  return `${server[0]?.id ?? ''}/${row?.oid ?? ''}`
}

/**
 * Returns the identity of a file, which a copy of the file does not have; "" for an in-memory
 * database, which cannot be restored.
 */
function fileIdentity(file: string): string {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stats ? `${stats.ino}/${stats.birthtimeNs}` : ''
}
