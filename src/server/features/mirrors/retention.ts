import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { servicem8JobParts } from './tables.ts'

/** Of lines, contacts and payments that were edited before, only that the job has them is kept. */
export async function forgetOldJobParts(db: Db, before: Date): Promise<void> {
  const stamp = before.toISOString().slice(0, 19).replace('T', ' ')
  const { data } = servicem8JobParts
  await db
    .update(servicem8JobParts)
    .set({ data: sql`${data} || '{"value": null}'::jsonb` })
    .where(sql`${data} ->> 'editDate' < ${stamp} and ${data} -> 'value' <> 'null'::jsonb`)
}
