import { isUuid } from '#shared/fields'
import { isExternalError } from '#clients/http/external-error'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { LimiterBusy } from '../../../platform/limiter/vendor-limiter.ts'
import { openServicem8 } from '../../connections/tokens/open-clients.ts'
import {
  clientContactsReadAt,
  clientFromMirror,
  clientsFor,
  refreshClients,
} from '../../mirrors/clients.ts'
import { otherClients, type OtherClients } from './other-clients.ts'

/** The maximum age in ms of our copy of the clients when a link depends on it. */
const FRESH_MS = 5000

/**
 * Returns the other clients in the user's ServiceM8 account. Updates our copy first, because a
 * client with the same name can be new. While ServiceM8 is unavailable, uses an older but complete
 * copy.
 *
 * @param options.memberNumber the contact's member number, which can be the uuid of a client that
 * is not in our copy yet
 * @throws ExternalError, LimiterClosed, LimiterBusy, HttpError when there is no copy yet
 */
export async function clientsBeside(
  platform: Platform,
  companyId: string,
  { memberNumber, signal }: { memberNumber: string; signal: AbortSignal },
): Promise<OtherClients> {
  const { db, clock } = platform
  const readAt = await clientContactsReadAt(db, companyId)
  const isUnknown =
    isUuid(memberNumber) && (await clientFromMirror(db, companyId, memberNumber)) === null
  if (readAt === null || isUnknown || clock.now() - readAt.getTime() > FRESH_MS) {
    try {
      const { client } = await openServicem8(platform, companyId, { signal })
      await refreshClients(platform, companyId, client, { signal })
    } catch (error) {
      signal.throwIfAborted()
      const isVendors =
        isExternalError(error) || error instanceof HttpError || error instanceof LimiterBusy
      if (readAt === null || !isVendors) throw error
    }
  }
  return otherClients(await clientsFor(db, companyId))
}
