import { queueCopies } from './transfers.ts'
import { PASSWORD, type BenchWorld, type Customer } from './world.ts'

/** Inserts five years of transfers and log entries, of which nine in ten are completed. */
export async function fill(world: BenchWorld, person: Customer, rows: number): Promise<void> {
  const portion = Math.min(rows, 5_000)
  for (let done = 0; done < rows; done += portion) {
    const age = `make_interval(mins => n * 525 + ${(done / portion) * 26})`
    await queueCopies(world, [person], portion, {
      status: `(array['pending', 'failed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed'])[1 + n % 10]`,
      created_at: `now() - ${age}`,
      job_completed_at: `now() - ${age}`,
      completed_at: `now() - ${age}`,
      job_number: `n || '-${done / portion}'`,
      customer_name: `case when n % 50 = 0 then 'Hansen ' else 'Kunde ' end || n % 500`,
      amount: '100 * n',
    })
  }
  await world.sql(`insert into activity_logs (user_id, type, action, description, success, created_at)
    select '${person.userId}', 'transfer', 'webhook_auto_transfer', 'Jobb ' || n || ' er overført', true, now() - make_interval(mins => n)
    from generate_series(1, ${rows}) n`)
  // Updates the statistics, as in a database that has been running for a while.
  await world.sql('vacuum analyze transfers')
  await world.sql('vacuum analyze transfer_texts')
  await world.sql('vacuum analyze activity_logs')
}

/** Logs in and returns the session cookie, which the test visitor does not expose. */
export async function cookieOf(
  world: Pick<BenchWorld, 'url'>,
  person: Pick<Customer, 'email'>,
): Promise<string> {
  const answer = await fetch(`${world.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: world.url },
    body: JSON.stringify({ email: person.email, password: PASSWORD }),
  })
  const cookie = answer.headers.getSetCookie().find((set) => set.startsWith('sid='))
  if (!cookie) throw new Error(`logging in answered ${answer.status}`)
  return cookie.split(';')[0] ?? ''
}
