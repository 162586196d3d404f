import type { Vendor } from '#shared/contracts/connections'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { afterRecovery } from './after-connecting.ts'
import { clearCheck, findConnection, setCheck } from '../store.ts'
import { isVendorTrouble } from '../vendor-trouble.ts'
import { liveConnection } from '../tokens/grant-row.ts'
import { TRY_AGAIN_MS } from '../token-refusal.ts'
import { tryGrant } from '../tokens/tokens.ts'

export async function lookAtGrant(
  platform: Platform,
  companyId: string,
  vendor: Vendor,
  signal: AbortSignal,
): Promise<void> {
  const now = instant(platform.clock)
  const row = await findConnection(platform.db, companyId, vendor)
  if (!row?.checkAt || row.checkAt > now) return
  // The next check is scheduled before this check runs, so that an error here does not lead to an
  // immediate retry.
  await setCheck(
    platform.db,
    companyId,
    vendor,
    new Date(now.getTime() + TRY_AGAIN_MS * platform.ladderScale),
  )
  if (row.refusal !== null && !(await isAccepted(platform, companyId, vendor, signal))) return
  await afterRecovery(platform, companyId, vendor)
  await clearCheck(platform.db, companyId, vendor)
}

async function isAccepted(
  platform: Platform,
  companyId: string,
  vendor: Vendor,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await tryGrant(platform, await liveConnection(platform, companyId, vendor), vendor, signal)
    return true
  } catch (error) {
    if (!isVendorTrouble(error)) throw error
    platform.log.info({ err: error, companyId, vendor }, 'a refused grant is still refused')
    return false
  }
}
