import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { rowsOf } from '#server/platform/database/database'
import { openMemoryDatabase } from './support/world/memory-database.ts'

/**
 * Tests that docs/scale.md lists every constraint that would prevent distributing the tables over
 * several servers by user, as Citus does. The constraints are read from a migrated database.
 */

const database = await openMemoryDatabase()
afterAll(() => database.close())

interface Constraint {
  name: string
  table: string
  columns: string[]
  other: string | null
}

const TABLES = sql`select c.oid, c.relname as name, exists (
    select from pg_attribute a where a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
  ) as of_user
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind = 'r'`

const unique = () =>
  rowsOf<Constraint>(
    database.db,
    sql`select i.relname as name, t.name as table, null as other,
          array(select coalesce(a.attname, '(expression)') from unnest(x.indkey::int2[]) k(n) left join pg_attribute a on a.attrelid = x.indrelid and a.attnum = k.n and k.n > 0) as columns
        from (${TABLES}) t join pg_index x on x.indrelid = t.oid join pg_class i on i.oid = x.indexrelid
        where t.of_user and x.indisunique
          and not exists (select from pg_attribute a where a.attrelid = x.indrelid and a.attname = 'user_id' and a.attnum = any (x.indkey::int2[]))
        order by t.name, i.relname`,
  )

const foreign = () =>
  rowsOf<Constraint>(
    database.db,
    sql`select k.conname as name, t.name as table, o.name as other,
          array(select a.attname from unnest(k.conkey) n(n) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.n) as columns
        from (${TABLES}) t join pg_constraint k on k.conrelid = t.oid and k.contype = 'f'
          join (${TABLES}) o on o.oid = k.confrelid
        where t.of_user and o.of_user
          and not exists (select from pg_attribute a where a.attrelid = k.conrelid and a.attname = 'user_id' and a.attnum = any (k.conkey))
        order by t.name, k.conname`,
  )

async function listed(block: string): Promise<string[]> {
  const text = await readFile('docs/scale.md', 'utf8')
  const found = new RegExp(`^\`\`\`text ${block}\n([^]*?)^\`\`\``, 'm').exec(text)?.[1]
  if (found === undefined) throw new Error(`docs/scale.md has no list ${block}`)
  return found.trim().split('\n')
}

test('the unique constraints that say nothing of the user are those that the document lists', async () => {
  const rows = await unique()
  expect(rows.map(({ table, columns }) => `${table} (${columns.join(', ')})`)).toEqual(
    await listed('unique'),
  )
})

test('so are the foreign keys that do not carry the user along', async () => {
  const rows = await foreign()
  expect(
    rows.map(({ table, columns, other }) => `${table} (${columns.join(', ')}) → ${other}`),
  ).toEqual(await listed('foreign'))
})

test('so are the tables that belong to no user', async () => {
  const rows = await rowsOf<{ name: string }>(
    database.db,
    sql`select name from (${TABLES}) t where not of_user order by name`,
  )
  expect(rows.map(({ name }) => name)).toEqual(await listed('shared'))
})
