import type { NewContact, NewProduct } from '#clients/fiken/types'
import { judgeAbsence, NEVER_LOOKED, SOON_MS, type AbsenceVerdict } from './absence.ts'

export type ReservationKind = 'contact' | 'product'
export type Word = 'create' | 'text'

export interface AskedContact {
  contact: NewContact
  clientUuid: string
  recipientKey: string
  /**
   * A part that distinguishes recipients with the same name; null or undefined if there is none.
   */
  door?: { key: string; address: string } | null
  /** The ids of the similar contacts that existed before the request was sent. */
  before: number[]
  /**
   * The job's uuid if the contact is for that job alone; the recipient is then not linked to the
   * contact.
   */
  forJob?: string
}

export interface AskedProduct {
  product: NewProduct
}

export type Asked = AskedContact | AskedProduct

/** A request to Fiken to create a contact or product, whose outcome is unknown. */
export interface Reservation<A extends Asked = Asked> {
  id: string
  key: string
  asked: A
  startedAt: Date
  looks: number
  lastLookedAt: Date | null
  word: Word | null
}

export interface Moment {
  now: Date
  scale: number
}

/**
 * Decides whether the object can be assumed never to have been created, by the same rule as for
 * drafts (absence.ts): three empty lookups, the last at least ten minutes after the request.
 */
export function judge(
  { startedAt, looks }: Pick<Reservation, 'startedAt' | 'looks'>,
  moment: Moment,
): AbsenceVerdict {
  return judgeAbsence(
    { ...NEVER_LOOKED, since: startedAt.toISOString(), looks },
    { ...moment, invoiceRequested: false },
  )
}

/**
 * Returns true if it is time to search again; otherwise waiting lanes share the result of the last
 * search.
 */
export function isLookDue(
  { lastLookedAt }: Pick<Reservation, 'lastLookedAt'>,
  { now, scale }: Moment,
): boolean {
  return lastLookedAt === null || now.getTime() - lastLookedAt.getTime() >= SOON_MS * scale
}
