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

/** A company in Fiken, of one of our users. */
export interface Ledger {
  userId: string
  slug: string
}

export const contactReservations = (db: Db, ledger: Ledger) =>
  store.readReservations(db, { ...ledger, kind: 'contact' }) as Promise<Reservation<AskedContact>[]>

export const productReservations = (db: Db, ledger: Ledger) =>
  store.readReservations(db, { ...ledger, kind: 'product' }) as Promise<Reservation<AskedProduct>[]>

type Requested = { kind: 'contact'; asked: AskedContact } | { kind: 'product'; asked: AskedProduct }

export type Made =
  /**
   * Fiken has answered with its id. `kept` false: a person has decided otherwise in the meantime.
   */
  | { kind: 'made'; id: number; kept: boolean }
  /** Nothing was sent: somebody else is making it, or has just made it. */
  | { kind: 'taken' }
  /** Sent, and what became of it is not known. */
  | { kind: 'unanswered' }

/** Nothing is sent: somebody else was first. */
class Taken extends Error {
  override name = 'Taken'
}

/**
 * Makes a contact or a product, once. The reservation is written when the request's place at Fiken
 * has come, and ends with a clear answer: in one transaction with what `settle` writes, or with a
 * refusal. With no answer, or a killed process, it remains.
 *
 * @param requested.replaces the reservation that a person's word has ended
 * @param stillNew asked once the reservation is written: has somebody made it between the look-up
 *   and now?
 * @throws whatever else `send` throws: nothing was made
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
  // The key of the one that is replaced: it may have been reserved under another name of the same
  // customer.
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
  const end = (inside: Db) => store.deleteReservation(inside, ledger.userId, reservation.id)
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
 * Nothing was made: Fiken refused it, or it was never sent (no place at the limiter, or a dead
 * grant after a 401, which performs nothing).
 */
function isClean(error: unknown): boolean {
  if (isExternalError(error)) return !isExternalError(error, 'unknown_outcome', 'bad_answer')
  return (
    error instanceof HttpError || error instanceof LimiterBusy || error instanceof LimiterClosed
  )
}

/**
 * It has shown up: ends the reservation, with what is then known. False when somebody else has
 * ended it.
 */
export function endFound(
  platform: Platform,
  userId: string,
  id: string,
  settle: (tx: Db) => Promise<void>,
): Promise<boolean> {
  return platform.db.transaction(async (tx) => {
    const mine = await store.deleteReservation(tx, userId, id)
    if (mine) await settle(tx)
    return mine
  })
}

/** A person has decided otherwise. */
export async function dropReservation(db: Db, userId: string, id: string): Promise<void> {
  await store.deleteReservation(db, userId, id)
}

/**
 * Notes that it was looked for and not found. Null when somebody has ended the reservation
 * in the meantime.
 */
export async function noteEmptyLook(
  platform: Platform,
  userId: string,
  id: string,
): Promise<AbsenceVerdict | null> {
  const moment = momentOf(platform)
  const looked = await store.addLook(platform.db, userId, id, moment.now)
  return looked && judge(looked, moment)
}

/** What would be known after so many more look-ups that found nothing. */
export const verdictAfterLook = (
  platform: Platform,
  { startedAt, looks }: Reservation,
  more: number,
): AbsenceVerdict => judge({ startedAt, looks: looks + more }, momentOf(platform))

/** What is known without asking Fiken; null when it is time to ask. */
export function knownOf(platform: Platform, reservation: Reservation): AbsenceVerdict | null {
  const moment = momentOf(platform)
  return isLookDue(reservation, moment) ? null : judge(reservation, moment)
}

/**
 * A person's decision on products that may be assumed never made; the lane acts on it. Returns which
 * it was about, and which nobody has decided yet.
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
  for (const { id } of undecided) await store.setWord(inside.db, ledger.userId, id, word)
  const open = standing.filter((one) => one.word === null && !undecided.includes(one))
  return { decided: undecided.map(({ key }) => key), open: open.map(({ key }) => key) }
}

const momentOf = (platform: Platform): Moment => ({
  now: instant(platform.clock),
  scale: platform.ladderScale,
})
