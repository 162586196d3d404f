import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { GrantRow } from '../grant-store.ts'
import { deleteGrant } from '../pointer-store.ts'
import { fikenLane, oauthOf } from '../providers.ts'
import { laneLimiter } from '../tokens/open-clients.ts'
import { keepTokens } from '../tokens/tokens.ts'
import { isPassing } from '../vendor-trouble.ts'

/** How long Fiken is asked again, in ms, when it does not answer and nobody waits for it. */
const KEEP_ASKING_MS = 86_400_000

/** How long the queue leaves a grant to the one who is ending it, in ms. */
const OWN_TURN_MS = 60_000

/** Returns when the queue ends a grant that the caller ends now, should the caller be killed. */
export const afterOwnTurn = (at: Date): Date => new Date(at.getTime() + OWN_TURN_MS)

/**
 * Revokes an `ending` grant at Fiken, and deletes it with its tokens. The row outlives the
 * revocation, so that a kill in between leaves it to the queue; a second revocation changes
 * nothing. If Fiken does not answer, the row is deleted when somebody waits, and otherwise after a
 * day.
 * @returns false when Fiken did not confirm
 */
export async function endGrant(
  platform: Platform,
  grant: GrantRow,
  options: { interactive?: boolean; signal?: AbortSignal },
): Promise<boolean> {
  let isRevoked = false
  try {
    // Fiken ignores an expired token, and the grant would remain valid.
    const token = await keepTokens(platform, grant, options).token()
    const limiter = laneLimiter(platform, fikenLane(grant.account), options)
    await oauthOf(platform, 'fiken', { limiter }).revoke(token)
    isRevoked = true
  } catch (err) {
    platform.log.info({ err, grantId: grant.id }, 'Fiken did not confirm the end of a grant')
    const age = instant(platform.clock).getTime() - grant.updatedAt.getTime()
    if (!options.interactive && isPassing(err) && age < KEEP_ASKING_MS) return false
  }
  await deleteGrant(platform.db, grant.id)
  return isRevoked
}
