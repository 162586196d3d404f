import { LONGEST_LAG_MS } from '#clients/fiken/list-lag'
import type { SEND_AGAIN } from '#shared/transfer-status'

/**
 * A draft of ours was, or may have been, in Fiken, and is no longer found. Fiken's lists may lag
 * behind its writes, so one empty look-up proves nothing: the draft may have become an invoice that
 * is not listed yet.
 */
export interface Absence {
  /** When it was first seen, by the run or by a person who pressed a button. */
  since: string
  /** Look-ups that found neither draft nor invoice. */
  looks: number
  /** A person has answered yes to "Slettet du utkastet i Fiken?". */
  deletedByPerson: boolean
  /** What a person wants done once the draft is known to be gone. */
  then: typeof SEND_AGAIN | 'delete' | null
}

export type AbsenceVerdict = { gone: true } | { gone: false; lookAgainAt: Date }

/** After a person's yes two empty look-ups suffice, this far apart. */
const CONFIRMED_MS = 30_000
/** Without it, three over this long. */
const UNCONFIRMED_MS = LONGEST_LAG_MS
/**
 * When it is looked for, after the first time: soon, because most lags are short, and then at
 * longer intervals.
 */
export const SOON_MS = 5_000
const LOOKS_AFTER_MS = [SOON_MS, CONFIRMED_MS, 2 * 60_000, 5 * 60_000, UNCONFIRMED_MS]

/** With one more look-up that found nothing. */
export function afterEmptyLook(before: Absence | null, now: Date): Absence {
  const { looks, since, deletedByPerson, then } = before ?? NEVER_LOOKED
  return { since: looks === 0 ? now.toISOString() : since, looks: looks + 1, deletedByPerson, then }
}

/** What a person has said and wants, on top of what was seen so far. */
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
 * Until when a request may still be at work in Fiken: it leaves a little after its mark, and is
 * then waited for until the timeout.
 */
export function stillAtWorkUntil(requestedAt: Date, timeoutMs: number): Date {
  return new Date(requestedAt.getTime() + 1.5 * timeoutMs)
}

export const NEVER_LOOKED: Absence = { since: '', looks: 0, deletedByPerson: false, then: null }

/**
 * Is the draft gone? Judged right after an empty look-up.
 *
 * @param options.invoiceRequested we have asked Fiken to make an invoice of it and do not know
 *   the answer: a person's yes says nothing then
 * @param options.scale of all intervals; 1 in production
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
  // Seldom looked for: the time has passed, and only the number of look-ups is missing.
  return { gone: false, lookAgainAt: new Date(planned ?? now.getTime() + SOON_MS * scale) }
}
