import { LONGEST_LAG_MS } from '#clients/fiken/list-lag'
import type { SEND_AGAIN } from '#shared/transfer-status'

/**
 * A draft that was, or may have been, in Fiken and is no longer found. Fiken's lists lag behind its
 * writes, so one empty look-up proves nothing: the draft may have become an invoice that is not
 * listed yet.
 */
export interface Absence {
  /** The ISO time of the first empty look-up, by a run or by the user's click. */
  since: string
  /** The number of look-ups that found neither draft nor invoice. */
  looks: number
  /** True when the user has answered yes to "Slettet du utkastet i Fiken?". */
  deletedByPerson: boolean
  /** The act to carry out once the draft is known to be gone. */
  then: typeof SEND_AGAIN | 'delete' | null
}

export type AbsenceVerdict = { gone: true } | { gone: false; lookAgainAt: Date }

/** The minimum time between the two empty look-ups that suffice after the user's confirmation. */
const CONFIRMED_MS = 30_000
/** The minimum span of the three empty look-ups required without a confirmation. */
const UNCONFIRMED_MS = LONGEST_LAG_MS
/** The look-ups after the first, in ms from it, at growing intervals. */
export const SOON_MS = 5_000
const LOOKS_AFTER_MS = [SOON_MS, CONFIRMED_MS, 2 * 60_000, 5 * 60_000, UNCONFIRMED_MS]

/** Returns the absence after one more empty look-up. */
export function afterEmptyLook(before: Absence | null, now: Date): Absence {
  const { looks, since, deletedByPerson, then } = before ?? NEVER_LOOKED
  return { since: looks === 0 ? now.toISOString() : since, looks: looks + 1, deletedByPerson, then }
}

/** Returns the absence with the user's confirmation and wish added. */
export function withRequest(
  before: Absence | null,
  request: Pick<Absence, 'then'> & { deletedByPerson?: boolean },
): Absence {
  const seen = before ?? NEVER_LOOKED
  return {
    ...seen,
    then: request.then,
    deletedByPerson: seen.deletedByPerson || (request.deletedByPerson ?? false),
  }
}

/**
 * Returns the time until which a request may still be at work in Fiken: it leaves shortly after it
 * was recorded, and is waited for until the timeout.
 */
export function stillAtWorkUntil(requestedAt: Date, timeoutMs: number): Date {
  return new Date(requestedAt.getTime() + 1.5 * timeoutMs)
}

export const NEVER_LOOKED: Absence = { since: '', looks: 0, deletedByPerson: false, then: null }

/**
 * Decides whether the draft is gone, right after an empty look-up.
 *
 * @param options.invoiceRequested true when Fiken was asked to make an invoice of the draft and the
 *   answer is unknown; the user's confirmation then does not count
 * @param options.scale multiplies all intervals; 1 in production
 */
export function judgeAbsence(
  { since, looks, deletedByPerson }: Absence,
  { now, invoiceRequested, scale }: { now: Date; invoiceRequested: boolean; scale: number },
): AbsenceVerdict {
  const first = Date.parse(since)
  const confirmed = deletedByPerson && !invoiceRequested
  const spanMs = (confirmed ? CONFIRMED_MS : UNCONFIRMED_MS) * scale
  const isLongEnough = now.getTime() - first >= spanMs
  if (isLongEnough && looks >= (confirmed ? 2 : 3)) return { gone: true }
  const planned = LOOKS_AFTER_MS.map((ms) => first + ms * scale).find((at) => at > now.getTime())
  // Every planned time has passed, and only the number of look-ups is missing.
  return { gone: false, lookAgainAt: new Date(planned ?? now.getTime() + SOON_MS * scale) }
}
