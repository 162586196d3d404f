import type { NewContact, NewProduct } from '#clients/fiken/types'
import { judgeAbsence, NEVER_LOOKED, SOON_MS, type AbsenceVerdict } from './absence.ts'

export type ReservationKind = 'contact' | 'product'
export type Word = 'create' | 'text'

/** The contact that Fiken was asked to make, and for whom. */
export interface AskedContact {
  contact: NewContact
  clientUuid: string
  recipientKey: string
  /** Where the recipient is billed; absent or null where that does not tell it from others. */
  door?: { key: string; address: string } | null
  /** Contacts that look the same and were there before the request left. */
  before: number[]
  /** The ServiceM8 job that it is for, and no other: its recipient is not linked to it. */
  forJob?: string
}

export interface AskedProduct {
  product: NewProduct
}

export type Asked = AskedContact | AskedProduct

/** A request to make something, whose outcome is not known. */
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
  /** Of all intervals; 1 in production. */
  scale: number
}

/**
 * May it be assumed never made? Judged by the rule for drafts (absence.ts): three empty look-ups
 * over ten minutes, counted from the request.
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
 * Should Fiken be asked again? Of many who wait for the same, one asks, and the others get its
 * result.
 */
export function isLookDue(
  { lastLookedAt }: Pick<Reservation, 'lastLookedAt'>,
  { now, scale }: Moment,
): boolean {
  return lastLookedAt === null || now.getTime() - lastLookedAt.getTime() >= SOON_MS * scale
}
