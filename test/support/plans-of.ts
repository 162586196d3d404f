import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Database, Db } from '#server/platform/database/database'

/** Returns the query plans of what `ask` reads. Needs PostgreSQL. */
export async function plansOf(
  { engine }: Database,
  ask: (db: Db) => Promise<unknown>,
): Promise<string[]> {
  if (engine.kind !== 'postgres') throw new Error('there is no PostgreSQL')
  const { pool } = engine
  const plans: string[] = []
  const explaining = {
    query: async (statement: pg.QueryConfig, values: unknown[]) => {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
        `explain ${statement.text}`,
        values,
      )
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
      return pool.query(statement, values)
    },
  }
  await ask(drizzle({ client: explaining as unknown as pg.Pool }))
  return plans
}
