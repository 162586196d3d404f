import { randomUUID } from 'node:crypto'
import { isExternalError } from '#clients/http/external-error'
import { instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { HttpError } from '../../platform/http-error.ts'
import { LimiterBusy, LimiterClosed } from '../../platform/limiter/vendor-limiter.ts'
import type { AbsenceVerdict } from './absence.ts'
import {
  isLookDue,
  judge,
  type AskedContact,
  type AskedProduct,
  type Moment,
  type Reservation,
  type Word,
} from './reservation.ts'
import * as store from './store.ts'

export interface Ledger {
  companyId: string
  slug: string
}

export const contactReservations = (db: Db, ledger: Ledger) =>
  store.readReservations(db, { ...ledger, kind: 'contact' }) as Promise<Reservation<AskedContact>[]>

export const productReservations = (db: Db, ledger: Ledger) =>
  store.readReservations(db, { ...ledger, kind: 'product' }) as Promise<Reservation<AskedProduct>[]>

type Requested = { kind: 'contact'; asked: AskedContact } | { kind: 'product'; asked: AskedProduct }

export type Made =
  /** The object was created. `kept` is false if the user has decided otherwise in the meantime. */
  | { kind: 'made'; id: number; kept: boolean }
  /** No request was sent, because another request is creating the object or has just created it. */
  | { kind: 'taken' }
  | { kind: 'unanswered' }

class Taken extends Error {
  override name = 'Taken'
}

/**
 * Creates a contact or a product exactly once. The reservation is stored immediately before the
 * request is sent, and deleted when Fiken responds: after success in the same transaction as what
 * `settle` writes, after a rejection on its own. If the response is lost or the process is killed,
 * the reservation remains.
 * @param requested.replaces the reservation that the user's decision has ended
 * @param steps.stillNew called once the reservation is stored; returns false if the object has been
 * created since the last lookup
 * @throws anything else that `send` throws: nothing was created
 */
export async function makeOnce(
  platform: Platform,
  ledger: Ledger,
  requested: Requested & { key: string; replaces: Reservation | null },
  steps: {
    stillNew: () => Promise<boolean>
    send: (beforeSend: () => Promise<void>) => Promise<number>
    settle: (tx: Db, id: number) => Promise<void>
  },
): Promise<Made> {
  const { db } = platform
  const { kind, asked, replaces } = requested
  // Uses the key of the replaced reservation, which can have been stored under another name of the
  // same customer.
  const reservation = {
    id: randomUUID(),
    key: replaces?.key ?? requested.key,
    asked,
    replaces: replaces?.id ?? null,
  }
  const request = { hasLeft: false }
  const beforeSend = async () => {
    request.hasLeft = false
    const at = instant(platform.clock)
    if (!(await store.insertReservation(db, { ...ledger, kind }, { ...reservation, at })))
      throw new Taken()
    if (!(await steps.stillNew())) throw new Taken()
    request.hasLeft = true
  }
  const end = (inside: Db) => store.deleteReservation(inside, ledger.companyId, reservation.id)
  let id: number
  try {
    id = await steps.send(beforeSend)
  } catch (error) {
    if (request.hasLeft && !isClean(error)) {
      if (isExternalError(error)) return { kind: 'unanswered' }
      throw error
    }
    await end(db)
    if (error instanceof Taken) return { kind: 'taken' }
    throw error
  }
  const kept = await db.transaction(async (tx) => {
    const mine = await end(tx)
    if (mine) await steps.settle(tx, id)
    return mine
  })
  return { kind: 'made', id, kept }
}

/**
 * Returns true if nothing was created, because Fiken rejected the request or it was never sent (no
 * turn at the rate limiter, or an invalid grant: a 401 response means that nothing was done).
 */
function isClean(error: unknown): boolean {
  if (isExternalError(error)) return !isExternalError(error, 'unknown_outcome', 'bad_answer')
  return (
    error instanceof HttpError || error instanceof LimiterBusy || error instanceof LimiterClosed
  )
}

/**
 * Ends a reservation whose object was found, and stores what `settle` writes. Returns false if the
 * reservation had already ended.
 */
export function endFound(
  platform: Platform,
  companyId: string,
  id: string,
  settle: (tx: Db) => Promise<void>,
): Promise<boolean> {
  return platform.db.transaction(async (tx) => {
    const mine = await store.deleteReservation(tx, companyId, id)
    if (mine) await settle(tx)
    return mine
  })
}

export async function dropReservation(db: Db, companyId: string, id: string): Promise<void> {
  await store.deleteReservation(db, companyId, id)
}

/**
 * Records an empty lookup and returns the verdict after it; null when the reservation has ended in
 * the meantime.
 */
export async function noteEmptyLook(
  platform: Platform,
  companyId: string,
  id: string,
): Promise<AbsenceVerdict | null> {
  const moment = momentOf(platform)
  const looked = await store.addLook(platform.db, companyId, id, moment.now)
  return looked && judge(looked, moment)
}

export const verdictAfterLook = (
  platform: Platform,
  { startedAt, looks }: Reservation,
  more: number,
): AbsenceVerdict => judge({ startedAt, looks: looks + more }, momentOf(platform))

/** Returns the current verdict without searching Fiken; null when it is time to search again. */
export function knownOf(platform: Platform, reservation: Reservation): AbsenceVerdict | null {
  const moment = momentOf(platform)
  return isLookDue(reservation, moment) ? null : judge(reservation, moment)
}

/**
 * Stores the user's decision about products that can be assumed never to have been created; the
 * queue lane then carries it out. Returns the keys that the decision applied to and the keys that
 * still need a decision.
 */
export async function decideProducts(
  inside: Platform,
  ledger: Ledger,
  keys: readonly string[],
  word: Word,
): Promise<{ decided: string[]; open: string[] }> {
  const moment = momentOf(inside)
  const standing = await productReservations(inside.db, ledger)
  const undecided = standing.filter((one) => keys.includes(one.key) && judge(one, moment).gone)
  for (const { id } of undecided) await store.setWord(inside.db, ledger.companyId, id, word)
  const open = standing.filter((one) => one.word === null && !undecided.includes(one))
  return { decided: undecided.map(({ key }) => key), open: open.map(({ key }) => key) }
}

const momentOf = (platform: Platform): Moment => ({
  now: instant(platform.clock),
  scale: platform.ladderScale,
})
