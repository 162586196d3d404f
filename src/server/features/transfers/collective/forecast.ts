import { causeOf } from '#shared/causes/index'
import type { CollectiveForecast } from '#shared/contracts/collective'
import type { Platform } from '../../../platform/platform.ts'
import { choicesOf } from '../../collective/queries.ts'
import { planWaiting, settingOf, type StoppedJob } from './plan-waiting.ts'
import { outsideRows, startableRows } from '../waiting/queries.ts'
import { nothingWaits } from './nothing-waits.ts'
import { nameOf, presentOutside } from './present-job.ts'

/**
 * Returns a forecast of the collective drafts of the chosen jobs, or of all jobs that wait for such
 * a draft. Calls no vendor.
 * @throws HttpError 409 when no company is chosen, or no job is waiting any more
 */
export async function forecastCollective(
  platform: Platform,
  companyId: string,
  which: { ids?: readonly string[] | undefined; clientUuid?: string | undefined },
): Promise<CollectiveForecast> {
  const { db } = platform
  const ids = which.ids && [...new Set(which.ids)]
  const setting = await settingOf(platform, companyId)
  const clients: string[] = []
  const made: string[] = []
  const stopped: StoppedJob[] = []
  const sum = { customers: 0, jobs: 0, drafts: 0, amount: 0 }
  const taken = new Set<string>()
  // Customers are planned one at a time, because each may have hundreds of jobs.
  for (const { clientUuid, byPurchaseOrder } of await choicesOf(db, companyId)) {
    if (which.clientUuid !== undefined && which.clientUuid !== clientUuid) continue
    const rows = await startableRows(db, companyId, { clientUuid, ids })
    if (rows.length === 0) continue
    const set = await planWaiting(platform, rows, setting, { byPurchaseOrder })
    const jobs = set.drafts.flatMap((draft) => draft.jobs)
    clients.push(clientUuid)
    stopped.push(...set.stopped)
    for (const { id } of rows) taken.add(id)
    made.push(...jobs.map(({ row }) => row.id))
    sum.customers += jobs.length > 0 ? 1 : 0
    sum.jobs += jobs.length
    sum.drafts += set.drafts.length
    sum.amount += jobs.reduce((total, { built }) => total + built.gross, 0)
  }
  if (taken.size === 0) throw nothingWaits()
  const outside = await outsideRows(db, companyId, clients)
  const named = outside.filter(({ id }) => !taken.has(id))
  return {
    ...sum,
    ids: made,
    mode: setting.configuration.invoiceCreationMode,
    leftOut: ids
      ? ids.filter((id) => !taken.has(id) && !named.some((row) => row.id === id)).length
      : 0,
    outside: [
      ...stopped.map((one) => ({ ...nameOf(one.row), why: whyStopped(one) })),
      ...named.map(presentOutside),
    ],
  }
}

function whyStopped({ preview: { problems }, ownDraft }: StoppedJob): string {
  const own = ownDraft ? [OWN_DRAFT[ownDraft]] : []
  const why = [...own, ...problems.map(({ code }) => causeOf(code).title)]
  return [...new Set(why)].join('. ')
}

const OWN_DRAFT = {
  deposit: 'Har et forskudd, og får et eget utkast',
  replaces: 'Står for en kreditert faktura, og må på et eget utkast',
}
