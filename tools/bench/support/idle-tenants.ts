import type { BenchWorld, Customer } from './world.ts'

const TABLES = [
  'configurations',
  'connections',
  'webhook_subscriptions',
  'job_sweeps',
  'mirror_cursors',
  'vat_mappings',
  'notification_preferences',
] as const
/** Number of rows per SQL statement, so that no statement takes minutes. */
const PORTION = 5_000

/**
 * Creates users set up like the model user, with both systems connected and the integration on, and
 * with nothing due for the next hours. Their vendors do not exist.
 */
export async function idleTenants(
  world: BenchWorld,
  model: Customer,
  count: number,
): Promise<void> {
  await world.sql(
    'create table if not exists bench_tenants (n bigint generated always as identity, id uuid not null)',
  )
  for (let made = 0; made < count; made += PORTION) {
    const portion = Math.min(PORTION, count - made)
    await world.sql('truncate bench_tenants')
    await world.sql(
      `insert into bench_tenants (id) select gen_random_uuid() from generate_series(1, ${portion})`,
    )
    await copyRows(world, 'users', `t.id = '${model.userId}'`, {
      id: 'b.id',
      email: `b.id || '@example.no'`,
      username: `b.id || '@example.no'`,
    })
    await copyRows(world, 'companies', `t.id = '${model.userId}'`, { id: 'b.id' })
    await copyRows(world, 'memberships', `t.company_id = '${model.userId}'`, {
      company_id: 'b.id',
      person_id: 'b.id',
    })
    for (const table of TABLES)
      await copyRows(world, table, `t.user_id = '${model.userId}'`, {
        user_id: 'b.id',
        id: 'gen_random_uuid()',
        account: 'b.id::text',
        lane: 'b.id::text',
        secret_hash: 'b.id::text',
        next_at: `now() + interval '6 hours'`,
        completed_at: 'now()',
      })
    await world.sql(
      `update appointments set look_at = now() + interval '6 hours' where user_id in (select id from bench_tenants)`,
    )
  }
  await world.sql('vacuum analyze')
}

async function copyRows(
  world: BenchWorld,
  table: string,
  where: string,
  changed: Record<string, string>,
): Promise<void> {
  const columns = await world.sql<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = '${table}' order by ordinal_position`,
  )
  const names = columns.map(({ name }) => `"${name}"`)
  const values = columns.map(({ name }) => changed[name] ?? `t."${name}"`)
  // The running product can already have created rows for a tenant whose connections it has found.
  await world.sql(
    `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${table} t, bench_tenants b where ${where} on conflict do nothing`,
  )
}
