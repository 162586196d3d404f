import { and, eq, lt } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { fikenReservations } from './tables.ts'

/**
 * Deletes the reservations of customers, who are people, that were never settled because nothing
 * needed them. No list of Fiken's lags that long: what was made is found there. A product's stays,
 * because "Send uten produkt" holds until the product is in Fiken.
 */
export async function forgetOldReservations(db: Db, before: Date): Promise<void> {
  await db
    .delete(fikenReservations)
    .where(and(eq(fikenReservations.kind, 'contact'), lt(fikenReservations.startedAt, before)))
}
