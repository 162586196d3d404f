import { VENDOR_NAMES } from '#shared/access/vendor-names'
import { CAUSES, causeOf, type CauseCode } from '#shared/causes/index'
import type { Vendor } from '#shared/contracts/connections'
import { enumerate } from '#shared/norwegian'
import { instant } from '../../platform/clock.ts'
import { HttpError, notFound } from '../../platform/http-error.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordActivity } from '../activity-log/record.ts'
import { tryBillsNow } from '../billing/bills/try-now.ts'
import { endPauses } from '../connections/pause.ts'
import { companiesWithFailedLooks } from '../inbox/queries.ts'
import { resumeIntake } from '../intake/sweep.ts'
import { actOnMany } from '../transfers/actions/bulk.ts'
import { tryAllNow } from '../transfers/actions/resume.ts'
import { companiesToRetry } from './failure-store.ts'
import { canRetry } from './needs.ts'
import { vendorFigures } from './vendor-store.ts'

const counted = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`
const ofCompanies = (n: number) => counted(n, 'bruker', 'brukere')
const nothingToDo = (message: string) => new HttpError(409, 'nothing_to_do', message)

/**
 * Retries all failed transfers with the given cause, as one task per company. Transfers of
 * companies that have switched the integration off are left unchanged.
 * @returns the result as a Norwegian sentence
 * @throws HttpError 404 for an unknown cause; 409 `needs_owner` when the users must do something
 * first, 409 `nothing_to_do`
 */
export async function retryFailures(
  platform: Platform,
  admin: Actor,
  code: CauseCode,
): Promise<string> {
  const { title } = causeOf(code)
  if (!canRetry(code))
    throw new HttpError(
      409,
      'needs_owner',
      `«${title}» må eieren av jobben gjøre noe med først. Et nytt forsøk ville stoppe igjen.`,
    )
  const { startable, others } = await companiesToRetry(platform.db, code)
  if (startable.length + others === 0 && !Object.hasOwn(CAUSES, code))
    throw notFound('Ingen overføringer har denne årsaken.')
  let [jobs, users, remaining] = [0, 0, 0]
  for (const companyId of startable) {
    const started = await retryOf(platform, companyId, code)
    if (started === null) continue
    jobs += started.task.counts.total
    remaining += started.remaining
    users += 1
  }
  if (jobs === 0)
    throw nothingToDo(
      others === 0
        ? `Ingen overføringer står stille av årsaken «${title}» lenger.`
        : 'De som har jobber som står stille av denne årsaken, har slått av integrasjonen eller er deaktivert.',
    )
  const message = [
    `${counted(jobs, 'jobb', 'jobber')} hos ${ofCompanies(users)} prøves igjen.`,
    ...(others > 0
      ? [`${ofCompanies(others)} har slått av integrasjonen eller er deaktivert, og er ikke rørt.`]
      : []),
    ...(remaining > 0 ? [`${remaining} til kan startes når disse er behandlet.`] : []),
  ].join(' ')
  const description = `Prøvde igjen alle med årsaken «${title}»: ${message}`
  await record(platform, admin, 'admin_failures_retried', description)
  return message
}

/**
 * Starts the retry for one user; returns null if no transfer is left to retry, because the user or
 * another operator was faster.
 */
async function retryOf(platform: Platform, companyId: string, cause: CauseCode) {
  try {
    return await actOnMany(platform, companyId, null, { act: 'retry', cause, byOperator: true })
  } catch (error) {
    if (error instanceof HttpError && (error.status === 404 || error.code === 'too_many_tasks'))
      return null
    throw error
  }
}

/**
 * Retries, for all users, all work that waits because a vendor did not respond. The first failed
 * request pauses its lane again (decision 0012).
 * @returns the result as a Norwegian sentence
 * @throws HttpError 409 `nothing_to_do`
 */
export async function resumeVendor(
  platform: Platform,
  admin: Actor,
  vendor: Vendor,
): Promise<string> {
  const [name, now] = [VENDOR_NAMES[vendor], instant(platform.clock)]
  const state = (await vendorFigures(platform.db, now)).find((one) => one.vendor === vendor)
  const transfers = state?.waiting ?? 0
  const lanes = vendor === 'fiken' ? await endPauses(platform.db, now) : 0
  const accounts = vendor === 'servicem8' ? await companiesWithFailedLooks(platform.db, now) : []
  for (const companyId of accounts) await resumeIntake(platform, companyId)
  const putOff = await tryAllNow(platform, vendor)
  const bills = vendor === 'fiken' ? await tryBillsNow(platform) : 0
  if (lanes + accounts.length + putOff + bills === 0)
    throw nothingToDo(
      transfers > 0
        ? `Det som ventet på ${name}, prøves allerede.`
        : `Ingenting venter på at ${name} skal svare.`,
    )
  const waited = [
    ...(lanes > 0 ? [counted(lanes, 'tilkobling', 'tilkoblinger')] : []),
    ...(accounts.length > 0 ? [`nye jobber hos ${ofCompanies(accounts.length)}`] : []),
    ...(transfers > 0 ? [counted(transfers, 'overføring', 'overføringer')] : []),
    ...(bills > 0 ? [counted(bills, 'faktura', 'fakturaer')] : []),
  ]
  const message = `Prøver ${name} nå: ${enumerate(waited)} som ventet.`
  await record(platform, admin, 'admin_vendor_resumed', message)
  return message
}

const record = (
  { db, clock }: Platform,
  admin: Actor,
  action: string,
  description: string,
): Promise<void> =>
  recordActivity(db, {
    companyId: null,
    actor: admin,
    type: 'configuration',
    action,
    description,
    success: true,
    at: instant(clock),
  })
