import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { clearCheck, companiesOfGrant, findGrant, type GrantRow, setCheck } from '../grant-store.ts'
import { isVendorTrouble } from '../vendor-trouble.ts'
import { TRY_AGAIN_MS } from '../token-refusal.ts'
import { tryGrant } from '../tokens/tokens.ts'
import { afterRecovery } from './after-connecting.ts'
import { endGrant } from './end-grant.ts'

export async function lookAtGrant(
  platform: Platform,
  grantId: string,
  signal: AbortSignal,
): Promise<void> {
  const now = instant(platform.clock)
  const row = await findGrant(platform.db, grantId)
  if (!row?.checkAt || row.checkAt > now) return
  // The next check is scheduled before this check runs, so that an error here does not lead to an
  // immediate retry.
  const next = new Date(now.getTime() + TRY_AGAIN_MS * platform.ladderScale)
  await setCheck(platform.db, grantId, next)
  if (row.status === 'ending') {
    await endGrant(platform, row, { signal })
    return
  }
  if (row.refusal !== null && !(await isAccepted(platform, row, signal))) return
  for (const companyId of await companiesOfGrant(platform.db, grantId))
    await afterRecovery(platform, companyId, row.vendor)
  await clearCheck(platform.db, grantId)
}

async function isAccepted(
  platform: Platform,
  row: GrantRow,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await tryGrant(platform, row, signal)
    return true
  } catch (error) {
    if (!isVendorTrouble(error)) throw error
    const { id: grantId, vendor } = row
    platform.log.info({ err: error, grantId, vendor }, 'a refused grant is still refused')
    return false
  }
}
