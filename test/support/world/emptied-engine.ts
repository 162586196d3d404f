import type { PGlite } from '@electric-sql/pglite'
import type { Database } from '#server/platform/database/database'

export interface Engine {
  pglite: PGlite
  /** Hash of the original schema; an engine whose schema has changed since is not reused. */
  structure: string
  /** The original rows of each table, as JSON. */
  rows: ReadonlyMap<string, string>
}

export async function engineOf({ engine }: Database): Promise<Engine> {
  if (engine.kind !== 'embedded') throw new Error('only an embedded database is in memory')
  const { pglite } = engine
  const rows = new Map<string, string>()
  for (const table of await filledTables(pglite)) {
    const kept = await pglite.query<{ rows: string }>(
      `select json_agg(t)::text as rows from ${table} t`,
    )
    rows.set(table, kept.rows[0]?.rows ?? '[]')
  }
  return { pglite, structure: await structureOf(pglite), rows }
}

/** Restores the original rows. Returns false if the schema has changed or the reset fails. */
export async function empty({ pglite, structure, rows }: Engine): Promise<boolean> {
  try {
    if ((await structureOf(pglite)) !== structure) return false
    const filled = await filledTables(pglite)
    if (filled.length > 0)
      await pglite.exec(`truncate ${filled.join(', ')} restart identity cascade`)
    for (const [table, json] of rows) {
      await pglite.query(
        `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
        [json],
      )
    }
    // Like `discard all`, but the product goes on using the statements that it has prepared.
    await pglite.exec(
      'close all; reset all; unlisten *; select pg_advisory_unlock_all(); discard plans; discard temp; discard sequences',
    )
    return true
  } catch {
    return false
  }
}

/**
 * Lends the database engine until `takeBack`, which makes it refuse queries like a closed database,
 * and deliver no more notifications.
 */
export function lend(pglite: PGlite): { lent: PGlite; takeBack: () => Promise<void> } {
  let closed = false
  const listening = new Set<() => Promise<void>>()
  const lent = new Proxy(pglite, {
    get(target, key) {
      if (closed && key !== 'closed') throw new Error('The database is closed')
      if (key === 'listen') {
        return async (...args: Parameters<PGlite['listen']>) => {
          const unlisten = await target.listen(...args)
          listening.add(unlisten)
          return unlisten
        }
      }
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  const takeBack = async () => {
    closed = true
    for (const unlisten of listening) await unlisten()
  }
  return { lent, takeBack }
}

const OWN = `n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and n.nspname not like 'pg_temp%'`

async function structureOf(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ hash: string }>(`
    select md5(concat(
      (select string_agg(concat(c.relname, c.relkind, a.attname, a.atttypid, a.attnotnull), ','
          order by c.oid, a.attnum)
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 where ${OWN}),
      (select string_agg(concat(tgname, tgenabled), ',' order by oid) from pg_trigger where not tgisinternal),
      (select string_agg(conname, ',' order by oid) from pg_constraint),
      (select string_agg(md5(prosrc), ',' order by p.oid)
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${OWN})
    )) as hash`)
  return rows[0]?.hash ?? ''
}

async function filledTables(pglite: PGlite): Promise<string[]> {
  const { rows } = await pglite.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname <> 'drizzle' and ${OWN}`)
  const names = rows.map(({ name }) => name)
  const asked = names.map((name, index) => `exists(select from ${name}) as t${index}`)
  const answer = await pglite.query<Record<string, boolean>>(`select ${asked.join(', ')}`)
  return names.filter((_, index) => answer.rows[0]?.[`t${index}`])
}
