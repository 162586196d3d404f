import type { OwnSessionView } from '#shared/contracts/account/sessions'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findSessionsOf } from '../store.ts'

/** Where a user is logged in, this place first; no key of a session leaves the server. */
export async function ownSessions(
  { db, clock }: Platform,
  userId: string,
  currentKey: string | null,
): Promise<OwnSessionView[]> {
  const found = await findSessionsOf(db, userId, instant(clock))
  const views = found.map(({ key, startedAt, usedAt, address, device }) => ({
    current: key === currentKey,
    startedAt: startedAt?.toISOString() ?? null,
    usedAt: usedAt?.toISOString() ?? null,
    address,
    device,
  }))
  return views.toSorted((one, other) => Number(other.current) - Number(one.current))
}
