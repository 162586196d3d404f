import { sql, type SQL } from 'drizzle-orm'
import { FIELDS, BETWEEN } from './job-state.ts'

/** Returns jobStateOf as an SQL expression, for a job stored as JSON. */
export function storedJobState(job: SQL): SQL<string> {
  const values = FIELDS.map((field) => sql`coalesce(${job}->>${sql.raw(`'${field}'`)}, '')`)
  return sql<string>`md5(concat_ws(chr(${sql.raw(String(BETWEEN))}), ${sql.join(values, sql`, `)}))`
}
