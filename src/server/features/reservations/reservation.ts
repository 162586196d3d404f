import type { NewContact, NewProduct } from '#clients/fiken/types'
import { judgeAbsence, NEVER_LOOKED, SOON_MS, type AbsenceVerdict } from './absence.ts'

export type ReservationKind = 'contact' | 'product'
export type Word = 'create' | 'text'

/** The contact that Fiken was asked to create, and its recipient. */
export interface AskedContact {
  contact: NewContact
  clientUuid: string
  recipientKey: string
  /** The billing address where it tells recipients of one name apart; else null or absent. */
  door?: { key: string; address: string } | null
  /** Ids of the similar contacts that existed before the request left. */
  before: number[]
  /** The only ServiceM8 job that the contact is for; its recipient is not linked to it. */
  forJob?: string
}

export interface AskedProduct {
  product: NewProduct
}

export type Asked = AskedContact | AskedProduct

/** A request to Fiken to create a contact or product, with an unknown outcome. */
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
  /** Multiplies all intervals; 1 in production. */
  scale: number
}

/**
 * Decides whether the object can be assumed never created, by the rule for drafts (absence.ts):
 * three empty look-ups over ten minutes, counted from the request.
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

/** Returns true when Fiken should be asked again; the waiting lanes share one answer. */
export function isLookDue(
  { lastLookedAt }: Pick<Reservation, 'lastLookedAt'>,
  { now, scale }: Moment,
): boolean {
  return lastLookedAt === null || now.getTime() - lastLookedAt.getTime() >= SOON_MS * scale
}
