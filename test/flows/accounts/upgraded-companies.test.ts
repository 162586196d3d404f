import { eq, sql, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { companies, memberships } from '#server/features/auth/tables'
import { rowsOf, type Db } from '#server/platform/database/database'
import { readSession } from '#shared/contracts/auth'
import { saveConfiguration } from '#shared/contracts/configuration'
import { deleteAccount } from '#shared/contracts/profile'
import { upgradeBrokenOffFrom } from '../../support/former-version.ts'
import { colleague } from '../../support/people/access/members.ts'
import { completeWorkOrder, readyCustomer } from '../../support/people/tenants.ts'
import { startWorld, transferOf } from '../../support/world/world.ts'

/** Tests the upgrade from a version in which a log-in was a company (migration 0058). */

const world = await startWorld()
const db = () => world.product.platform.db

/**
 * Fills each empty table with a row of this user's, with the rows that it refers to; the filling is
 * tried again for tables that refer to tables not filled yet.
 */
const fillEmptyTables = (userId: string): SQL =>
  sql.raw(`do $$
    declare
      t record; c record; filled boolean; empty boolean; names text; given text; of_key text;
    begin
      for round in 1..6 loop
        for t in select cls.oid, cls.relname from pg_class cls
          where cls.relnamespace = 'public'::regnamespace and cls.relkind = 'r' loop
          execute format('select not exists (select from %I)', t.relname) into empty;
          continue when not empty;
          names := ''; given := '';
          for c in select a.attname, a.attnum, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
            where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and a.attgenerated = ''
              and (a.attname like '%user_id' or (a.attnotnull and not a.atthasdef)) loop
            select format('(select f.%I from %s f limit 1)', ref.attname, k.confrelid::regclass) into of_key
            from pg_constraint k join pg_attribute ref on ref.attrelid = k.confrelid
              and ref.attnum = k.confkey[array_position(k.conkey, c.attnum)]
            where k.contype = 'f' and k.conrelid = t.oid and c.attnum = any(k.conkey) and k.confrelid <> 'users'::regclass limit 1;
            names := names || format(', %I', c.attname);
            given := given || ', ' || coalesce(of_key, case
              when c.attname like '%user_id' then quote_literal('${userId}')
              when c.type = 'uuid' then 'gen_random_uuid()'
              when c.type = 'jsonb' then '''{}''::jsonb'
              when c.type = 'date' then 'current_date'
              when c.type = 'bytea' then '''x'''
              when c.type like 'timestamp%' then 'now()'
              when c.type = 'boolean' then 'false'
              when c.type like '%[]' then '''{}'''
              when c.type in ('text') then '''x'''
              else '1' end);
          end loop;
          begin
            execute format('insert into %I (%s) values (%s)', t.relname, ltrim(names, ', '), ltrim(given, ', '));
          exception when foreign_key_violation or not_null_violation then null;
          end;
        end loop;
      end loop;
    end $$`)

/** Keeps every row, with its primary key and owner, in the tables of the former version. */
const keepRows = sql.raw(`do $$
    declare t record;
    begin
      drop table if exists former_rows, former_keys;
      create table former_rows (tbl text, key jsonb, owner text, whole jsonb);
      create table former_keys as
        select cls.relname::text as tbl,
          coalesce((select 'jsonb_build_object(' || string_agg(format('%L, t.%I', a.attname, a.attname), ', ') || ')'
            from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
            where i.indrelid = cls.oid and i.indisprimary), 'to_jsonb(t)') as key,
          (select format('t.%I::text', a.attname) from pg_attribute a
            where a.attrelid = cls.oid and a.attname in ('user_id', 'admin_user_id') and not a.attisdropped limit 1) as owner
        from pg_class cls where cls.relnamespace = 'public'::regnamespace and cls.relkind = 'r' and cls.relname not like 'former\\_%';
      for t in select * from former_keys loop
        execute format('insert into former_rows select %L, %s, %s, to_jsonb(t) from %I t', t.tbl, t.key, coalesce(t.owner, 'null'), t.tbl);
      end loop;
    end $$`)

/** Rows that come and go by themselves, or end with the upgrade: unfinished consents, leases. */
const PASSING = ['oauth_states', 'queue_lanes', 'vendor_lanes', 'vendor_buckets']

/** Returns the rows that are no longer there with their key and owner. */
async function lost(at: Db, whole: boolean): Promise<unknown[]> {
  const missing: unknown[] = []
  const tables = await rowsOf<{ tbl: string; key: string; owner: string | null }>(
    at,
    sql`select * from former_keys`,
  )
  for (const { tbl, key, owner } of tables) {
    if (!whole && PASSING.includes(tbl)) continue
    const same = sql.raw(
      whole ? 'f.whole = to_jsonb(t)' : `f.owner is not distinct from ${owner ?? 'null'}`,
    )
    missing.push(
      ...(await rowsOf(
        at,
        sql`select f.tbl, f.key, f.owner from former_rows f where f.tbl = ${tbl}
            and not exists (select from ${sql.identifier(tbl)} t where ${sql.raw(key)} = f.key and ${same})`,
      )),
    )
  }
  return missing
}

test('every row of the version before keeps its key and its owner, whatever breaks the upgrade off', async () => {
  const customer = await readyCustomer(world, 'Oppgradert Rør AS')
  const { id } = await customer.visitor.call(readSession)
  await transferOf(customer.visitor, completeWorkOrder(world, customer), 'completed')
  await customer.visitor.call(saveConfiguration, { body: { isActive: false } })
  const isUntouched = async (left: Db, at: string) => {
    expect(await lost(left, true), at).toEqual([])
    const made = sql`select table_name from information_schema.tables where table_name in ('companies', 'memberships')`
    expect(await rowsOf(left, made), at).toEqual([])
  }
  await upgradeBrokenOffFrom(world, '0057', isUntouched, fillEmptyTables(id), keepRows)

  const empty = await rowsOf<{ tbl: string }>(
    db(),
    sql`select tbl from former_keys where tbl not in (select tbl from former_rows)`,
  )
  expect(empty).toEqual([])
  expect(await lost(db(), false)).toEqual([])
  const strangers = sql`select u.id from users u left join companies c using (id)
    left join memberships m on m.company_id = u.id and m.person_id = u.id and m.role = 'owner'
    where m.role is null or (c.name, c.address, c.postal_code, c.city, c.is_active)
      is distinct from (u.company_name, u.address, u.postal_code, u.city, u.is_active)`
  expect(await rowsOf(db(), strangers)).toEqual([])
  expect(
    await rowsOf(db(), sql`select id from companies where id not in (select id from users)`),
  ).toEqual([])
  const used = sql`select c.id from companies c join former_rows f on f.tbl = 'users' and f.key->>'id' = c.id::text
    where to_jsonb(c.used) is distinct from f.whole->'used'`
  expect(await rowsOf(db(), used)).toEqual([])
  expect(await customer.visitor.call(readSession)).toMatchObject({ company: { id, role: 'owner' } })

  await db().execute(sql`drop table former_rows, former_keys`)
})

test('the company stays, with every row, when its former owner has handed it over and deletes their log-in', async () => {
  const customer = await readyCustomer(world, 'Overdratt Rør AS')
  const { id } = await customer.visitor.call(readSession)
  await transferOf(customer.visitor, completeWorkOrder(world, customer), 'completed')
  await customer.visitor.call(saveConfiguration, { body: { isActive: false } })
  const next = await colleague(world, id, 'staff')
  await db().transaction(async (tx) => {
    const held = eq(memberships.companyId, id)
    await tx.delete(memberships).where(held)
    await tx.insert(memberships).values({ companyId: id, personId: next.id, role: 'owner' })
    await tx.insert(memberships).values({ companyId: id, personId: id, role: 'accountant' })
  })
  await db().execute(keepRows)
  await db().execute(sql`delete from former_rows where owner is distinct from ${id} or tbl in
    ('sessions', 'reset_tokens', 'email_confirmations', 'security_events', 'second_factors')`)
  const [kept] = await rowsOf<{ tables: number }>(
    db(),
    sql`select count(distinct tbl)::int as tables from former_rows`,
  )
  expect(kept?.tables).toBeGreaterThan(12)

  await customer.visitor.call(deleteAccount)
  expect(await lost(db(), false)).toEqual([])
  expect(await db().$count(companies, eq(companies.id, id))).toBe(1)
  expect(await next.visitor.call(readSession)).toMatchObject({ company: { id, role: 'owner' } })
  await db().execute(sql`drop table former_rows, former_keys`)
})
