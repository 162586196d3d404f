import { until } from '#test/support/wait'
import type { Whose } from './sandbox.ts'
import type { BenchWorld, Customer } from './world.ts'

interface Draft {
  at: number
  slug: string
}

/** Completes new jobs at once; returns the milliseconds until the last draft exists. */
export async function sendJobs(
  world: BenchWorld,
  person: Customer,
  count: number,
  of: Whose = 'a known customer',
): Promise<number> {
  const before = (await draftsOf(world, person)).length
  const { account } = person
  const jobs = await world.sandbox.ask<string[]>('addJobs', { account, count, of })
  const at = await world.sandbox.ask<number>('completeAll', { account, jobs })
  const drafts = await until(
    'the drafts to be in Fiken',
    async () => {
      const now = await draftsOf(world, person)
      return now.length >= before + count && now
    },
    600_000,
  )
  // The lane is busy until the last transfer is settled.
  await until('the transfers to be settled', async () => {
    const [row] = await world.sql<{ open: number }>(
      `select count(*)::int as open from transfers where user_id = '${person.userId}' and status <> 'completed'`,
    )
    return row?.open === 0
  })
  return Math.max(...drafts.map((draft) => draft.at)) - at
}

export async function draftsOf(
  { sandbox }: Pick<BenchWorld, 'sandbox'>,
  { slug }: Pick<Customer, 'slug'>,
): Promise<Draft[]> {
  return (await sandbox.ask<Draft[]>('drafts')).filter((draft) => draft.slug === slug)
}
