import { LONGEST_LAG_MS } from '#clients/fiken/list-lag'
import type { SEND_AGAIN } from '#shared/transfer-status'

/**
 * The search for a draft that was, or might have been, in Fiken and can no longer be found. Fiken's
 * lists lag, so one empty lookup proves nothing: the draft can have become an invoice that is not
 * listed yet.
 */
export interface Absence {
  /** The ISO time of the first empty lookup, made by a run or after a user's click. */
  since: string
  looks: number
  deletedByPerson: boolean
  then: typeof SEND_AGAIN | 'delete' | null
}

export type AbsenceVerdict = { gone: true } | { gone: false; lookAgainAt: Date }

/**
 * The minimum interval in milliseconds between the two lookups that suffice after the user's
 * confirmation.
 */
const CONFIRMED_MS = 30_000
/**
 * The minimum time in milliseconds between the first and last of three lookups without the user's
 * confirmation.
 */
const UNCONFIRMED_MS = LONGEST_LAG_MS
/** The delay in milliseconds from the first lookup to each later lookup, at growing intervals. */
export const SOON_MS = 5_000
const LOOKS_AFTER_MS = [SOON_MS, CONFIRMED_MS, 2 * 60_000, 5 * 60_000, UNCONFIRMED_MS]

export function afterEmptyLook(before: Absence | null, now: Date): Absence {
  const { looks, since, deletedByPerson, then } = before ?? NEVER_LOOKED
  return { since: looks === 0 ? now.toISOString() : since, looks: looks + 1, deletedByPerson, then }
}

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
 * Returns the time until which Fiken can still be processing a request. The request is sent shortly
 * after it is recorded, and its response is awaited until the timeout.
 */
export function stillAtWorkUntil(requestedAt: Date, timeoutMs: number): Date {
  return new Date(requestedAt.getTime() + 1.5 * timeoutMs)
}

export const NEVER_LOOKED: Absence = { since: '', looks: 0, deletedByPerson: false, then: null }

/**
 * Decides, immediately after an empty lookup, whether the draft is gone.
 * @param options.invoiceRequested true when Fiken was asked to create an invoice from the draft and
 * the response was lost; the user's confirmation is then ignored
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
  // The last planned time has passed, but there have been too few lookups.
  return { gone: false, lookAgainAt: new Date(planned ?? now.getTime() + SOON_MS * scale) }
}
