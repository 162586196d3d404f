import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import type { Asked, Reservation, ReservationKind, Word } from './reservation.ts'
import { fikenReservations as table } from './tables.ts'

export interface Place {
  companyId: string
  slug: string
  kind: ReservationKind
}

const columns = {
  id: table.id,
  key: table.key,
  asked: table.asked,
  startedAt: table.startedAt,
  looks: table.looks,
  lastLookedAt: table.lastLookedAt,
  word: table.word,
}

const isAt = ({ companyId, slug, kind }: Place) =>
  and(eq(table.companyId, companyId), eq(table.fikenCompanySlug, slug), eq(table.kind, kind))

/**
 * Returns the reservations of a kind in a company. They are few, since each ends with Fiken's
 * response.
 */
export async function readReservations(db: Db, place: Place): Promise<Reservation[]> {
  return db.select(columns).from(table).where(isAt(place)).orderBy(table.startedAt)
}

/**
 * Reserves the key for this request in one SQL statement, so that only one of two concurrent
 * requests gets the key. Returns false if another request has the key, unless that request is the
 * one being replaced. The same request may reserve the key again.
 */
export async function insertReservation(
  db: Db,
  place: Place,
  {
    id,
    key,
    asked,
    at,
    replaces,
  }: { id: string; key: string; asked: Asked; at: Date; replaces: string | null },
): Promise<boolean> {
  const fresh = { id, asked, startedAt: at, looks: 0, lastLookedAt: null, word: null }
  const taken = await db
    .insert(table)
    .values({
      companyId: place.companyId,
      fikenCompanySlug: place.slug,
      kind: place.kind,
      key,
      ...fresh,
    })
    .onConflictDoUpdate({
      target: [table.companyId, table.fikenCompanySlug, table.kind, table.key],
      set: fresh,
      setWhere: sql`${table.id} in (${id}::uuid, ${replaces ?? id}::uuid)`,
    })
    .returning({ id: table.id })
  return taken.length === 1
}

/** Deletes a reservation. Returns false if it had ended or another request has taken its key. */
export async function deleteReservation(db: Db, companyId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(table)
    .where(and(eq(table.companyId, companyId), eq(table.id, id)))
    .returning({ id: table.id })
  return gone.length === 1
}

/** Counts one more empty lookup and returns the reservation; null if the reservation has ended. */
export async function addLook(
  db: Db,
  companyId: string,
  id: string,
  at: Date,
): Promise<Reservation | null> {
  const [row] = await db
    .update(table)
    .set({ looks: sql`${table.looks} + 1`, lastLookedAt: at })
    .where(and(eq(table.companyId, companyId), eq(table.id, id)))
    .returning(columns)
  return row ?? null
}

export async function setWord(db: Db, companyId: string, id: string, word: Word): Promise<void> {
  await db
    .update(table)
    .set({ word })
    .where(and(eq(table.companyId, companyId), eq(table.id, id)))
}
