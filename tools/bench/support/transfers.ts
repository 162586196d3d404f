import type { LedgerEntry } from '#sandbox/http/ledger'
import { until } from '#test/support/wait'
import type { BareRun, RecordedCall } from './bare-loop.ts'
import type { BenchWorld, Customer } from './world.ts'

/** Sends one real job to its draft, so that its transfer row can be copied. */
export async function recordTransfer(world: BenchWorld, person: Customer): Promise<void> {
  const [job] = await world.sandbox.ask<string[]>('addJobs', { account: person.account, count: 1 })
  await world.sandbox.ask('complete', { account: person.account, job })
  await until(
    'the first transfer to be completed',
    async () => {
      const [row] = await world.sql<{ status: string; error_message: string | null }>(
        `select status, error_message from transfers where user_id = '${person.userId}'`,
      )
      if (row && ['failed', 'pending'].includes(row.status))
        throw new Error(`${row.status}: ${row.error_message}`)
      return row?.status === 'completed'
    },
    60_000,
  )
}

/** Queues copies of each user's first transfer; `more` overrides columns with SQL. */
export async function queueCopies(
  world: BenchWorld,
  people: readonly Customer[],
  each: number,
  more: Record<string, string> = {},
): Promise<void> {
  const changed: Record<string, string> = {
    id: 'gen_random_uuid()',
    servicem8_job_id: 'gen_random_uuid()',
    status: `'queued'`,
    stage: 'null',
    claim: 'null',
    claimed_at: 'null',
    attempts: '0',
    completed_at: 'null',
    document_id: 'null',
    share: 'null',
    snapshot: `jsonb_set(t.snapshot, '{fetchedAt}', to_jsonb(to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))`,
    net_amount: 'null',
    created_at: `now() + make_interval(secs => n * 0.001)`,
    updated_at: 'now()',
    ...more,
  }
  const columns = await world.sql<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'transfers' and table_schema = 'public' order by ordinal_position`,
  )
  const names = columns.map(({ name }) => name)
  const values = names.map((name) => changed[name] ?? `t.${name}`)
  const users = people.map(({ userId }) => `'${userId}'`).join(',')
  await world.sql(`with model as (select distinct on (user_id) * from transfers where user_id in (${users}) order by user_id, created_at)
    insert into transfers (${names.join(', ')}) select ${values.join(', ')} from model t, generate_series(1, ${each}) n`)
}

/**
 * Sends `each` more transfers in each lane and returns their Fiken calls for a bare loop to repeat,
 * with placeholders for the drafts' uuids and ids.
 */
export async function recordCalls(
  world: BenchWorld,
  people: readonly Customer[],
  each: number,
): Promise<Map<Customer, RecordedCall[]>> {
  await world.sandbox.ask('reset', true)
  await drain(world, people, each)
  const recorded = new Map<Customer, RecordedCall[]>()
  for (const person of people) {
    recorded.set(
      person,
      toBareCalls(await world.sandbox.ask<LedgerEntry[]>('entries', [person.fikenUser])),
    )
  }
  await world.sandbox.ask('reset', false)
  return recorded
}

function toBareCalls(entries: readonly LedgerEntry[]): RecordedCall[] {
  const uuids = entries
    .filter((entry) => entry.method === 'POST' && entry.path.endsWith('/invoices/drafts'))
    .map(({ requestBody }) => (JSON.parse(requestBody ?? '{}') as { uuid: string }).uuid)
  if (uuids.length === 0) throw new Error('no draft was created')
  const place = (text: string) =>
    uuids
      .reduce((filled, uuid, index) => filled.replaceAll(uuid, `{uuid ${index}}`), text)
      .replace(/\/invoices\/drafts\/\d+/, '/invoices/drafts/{id}')
  return entries.map((entry) => ({
    method: entry.method,
    path: place(entry.query === '' ? entry.path : `${entry.path}?${entry.query}`),
    body: place(entry.requestBody ?? ''),
  }))
}

/** Fills the lanes, wakes them, and returns the transfers per second until the last one is done. */
export async function drain(
  world: BenchWorld,
  people: readonly Customer[],
  each: number,
): Promise<number> {
  await queueCopies(world, people, each)
  const started = performance.now()
  for (const person of people)
    await world.product.ask('wake', { queue: 'transfer-lane', lane: person.lane })
  await allDone(world)
  return (people.length * each) / ((performance.now() - started) / 1_000)
}

/**
 * Waits until nothing is queued or running.
 * @throws Error when a transfer has failed
 */
export async function allDone(world: BenchWorld): Promise<void> {
  await until(
    'the lanes to be empty',
    async () => {
      const [row] = await world.sql<{ open: boolean; failed: string | null }>(
        `select exists (select from transfers where status in ('queued', 'processing')) as open,
           (select error_message from transfers where status = 'failed' limit 1) as failed`,
      )
      if (row?.failed) throw new Error(`a transfer failed: ${row.failed}`)
      return row?.open === false
    },
    600_000,
  )
}

/** Returns the transfers per second of a bare loop in the product's otherwise idle process. */
export async function bareRate(
  world: BenchWorld,
  calls: ReadonlyMap<Customer, RecordedCall[]>,
  options: Pick<BareRun, 'batches' | 'each' | 'spacingMs'>,
): Promise<{ perSecond: number; cpuMs: number }> {
  const lanes: BareRun['lanes'] = []
  for (const [{ userId }, own] of calls) {
    lanes.push({ token: await world.product.ask<string>('fikenToken', userId), calls: own })
  }
  const origin = new URL(world.sandboxEnv['FIKEN_API_URL'] ?? '').origin
  return world.product.ask('bareLoop', { origin, lanes, ...options } satisfies BareRun)
}
