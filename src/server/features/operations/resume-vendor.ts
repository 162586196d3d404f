import type { Vendor } from '#shared/contracts/connections'
import { enumerate } from '#shared/norwegian'
import { instant } from '../../platform/clock.ts'
import { HttpError } from '../../platform/http-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { tryBillsNow } from '../billing/bills/try-now.ts'
import { endPauses } from '../connections/pause.ts'
import { VENDOR_NAMES } from '../connections/oauth/providers.ts'
import { usersWithFailedLooks } from '../inbox/queries.ts'
import { resumeIntake } from '../intake/resume.ts'
import { tryAllNow } from '../transfers/actions/resume.ts'
import { recordOperation } from './record-operation.ts'
import { vendorFigures } from './vendor-store.ts'

/**
 * What waits because a vendor did not answer is tried now, for everybody. The first request that
 * fails puts its lane to rest again (decision 0012).
 *
 * @returns what was started, in Norwegian
 * @throws HttpError 409 `nothing_to_do`
 */
export async function resumeVendor(
  platform: Platform,
  adminId: string,
  vendor: Vendor,
): Promise<string> {
  const name = VENDOR_NAMES[vendor]
  const now = instant(platform.clock)
  const state = (await vendorFigures(platform.db, now)).find((one) => one.vendor === vendor)
  const transfers = state?.waiting ?? 0
  const lanes = vendor === 'fiken' ? await endPauses(platform.db, now) : 0
  const accounts = vendor === 'servicem8' ? await resumeAllIntake(platform) : 0
  const putOff = await tryAllNow(platform, vendor)
  const bills = vendor === 'fiken' ? await tryBillsNow(platform) : 0
  if (lanes + accounts + putOff + bills === 0)
    throw new HttpError(
      409,
      'nothing_to_do',
      transfers > 0
        ? `Det som ventet på ${name}, prøves allerede.`
        : `Ingenting venter på at ${name} skal svare.`,
    )
  const waited = [
    ...(lanes > 0 ? [lanes === 1 ? '1 tilkobling' : `${lanes} tilkoblinger`] : []),
    ...(accounts > 0
      ? [`nye jobber hos ${accounts === 1 ? '1 bruker' : `${accounts} brukere`}`]
      : []),
    ...(transfers > 0 ? [transfers === 1 ? '1 overføring' : `${transfers} overføringer`] : []),
    ...(bills > 0 ? [bills === 1 ? '1 faktura' : `${bills} fakturaer`] : []),
  ]
  const message = `Prøver ${name} nå: ${enumerate(waited)} som ventet.`
  await recordOperation(platform, adminId, {
    action: 'admin_vendor_resumed',
    description: message,
  })
  return message
}

async function resumeAllIntake(platform: Platform): Promise<number> {
  const users = await usersWithFailedLooks(platform.db, instant(platform.clock))
  for (const userId of users) await resumeIntake(platform, userId)
  return users.length
}
