import type { Platform } from '../../../platform/platform.ts'
import { noCompany } from '../../configuration/no-company.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { companyProfile } from '../../connections/company/company-profile.ts'
import { fromCopies } from '../../customers/deciding/reader.ts'
import type { BuiltJob } from '../../drafts/collective/collect-draft.ts'
import { partsOf, type Gathered } from '../../drafts/collective/parts.ts'
import type { DraftSetting } from '../../drafts/load-inputs.ts'
import { expectationOf } from '../../drafts/totals-check.ts'
import { planJob } from '../plan/plan-job.ts'
import { previewOf, type Preview } from '../screens/preview.ts'
import type { TransferRow } from '../tables.ts'
import { standsApart } from '../waiting/waits.ts'

/** A job that waits, as its own draft would be. */
export interface Waiting {
  row: TransferRow
  preview: Omit<Preview, 'stale'>
  /** The contact in Fiken, or a name for a recipient that has none. */
  recipient: string
}

/** One that cannot be on a draft with the others. */
export interface Stopped extends Waiting {
  /** It stands for a credited invoice (waits.ts). */
  standsApart: boolean
}

export interface Ready extends Gathered {
  waiting: Waiting
  built: BuiltJob
}

/** For which company drafts are made, and how. */
export type Setting = Pick<DraftSetting, 'configuration' | 'company'>

/** @throws HttpError 409 when the company is missing */
export async function settingOf(platform: Platform, userId: string): Promise<Setting> {
  const configuration = await configurationOf(platform.db, userId)
  const slug = configuration.fikenCompanySlug
  if (!slug || configuration.requiresCompanySelection) throw noCompany()
  const company = await companyProfile(platform, userId, slug, { refresh: 'never' })
  if (!company) throw noCompany()
  return { configuration, company }
}

/** The drafts that a set of jobs would become, and the jobs that cannot be on one. */
export interface PlannedSet {
  parts: Ready[][]
  stopped: Stopped[]
}

/**
 * What would be made of a customer's jobs, as they were last fetched and of what has been decided about
 * them. Nobody is asked.
 */
export async function planSet(
  platform: Platform,
  rows: readonly TransferRow[],
  setting: Setting,
  how: { byPurchaseOrder: boolean },
): Promise<PlannedSet> {
  const jobs = await Promise.all(rows.map((row) => planWaiting(platform, row, setting)))
  const found = jobs.filter((job) => job !== null)
  const apart = found.filter(({ row }) => standsApart(row, rows))
  const ready = readyOf(found.filter((one) => !apart.includes(one)))
  return {
    parts: partsOf(ready, how),
    stopped: found
      .filter((one) => !ready.some(({ waiting }) => waiting === one))
      .map((one) => ({ ...one, standsApart: apart.includes(one) })),
  }
}

async function planWaiting(
  platform: Platform,
  row: TransferRow,
  setting: Setting,
): Promise<Waiting | null> {
  const { userId, chosenRecipient: chosen, snapshot, overruled } = row
  // What waits has been built once already.
  if (!snapshot) return null
  const { company, configuration } = setting
  const plan = await planJob(
    fromCopies({ platform, userId, slug: company.slug }),
    { ...setting, row },
    { snapshot, judgedAs: configuration.jobFetchType, overruled, chosen },
  )
  const planned = plan.recipient
  const recipient =
    planned.kind === 'existing'
      ? `contact ${planned.contactId}`
      : 'recipient' in planned
        ? planned.recipient.key
        : ''
  return { row, preview: previewOf(plan, snapshot, company), recipient }
}

/** Those that can be on a draft. */
function readyOf(jobs: readonly Waiting[]): Ready[] {
  const recipients = [...new Set(jobs.map(({ recipient }) => recipient))]
  return jobs.flatMap((waiting) => {
    const { snapshot, built, total, problems } = waiting.preview
    // It gets a draft of its own.
    if (waiting.row.deposit !== null) return []
    if (!built || !total || problems.length > 0) return []
    const { job, client } = snapshot
    return [
      {
        accountUuid: waiting.row.servicem8AccountId,
        jobUuid: job.uuid,
        number: job.number,
        completedOn: job.completedOn,
        // One that has no contact yet is told from the others all the same.
        contactId: recipients.indexOf(waiting.recipient),
        purchaseOrder: job.purchaseOrderNumber,
        lines: built.draft.lines.length + 1,
        waiting,
        built: {
          job,
          fallbackPlace: client?.address ?? '',
          built,
          expected: expectationOf(built, total),
        },
      },
    ]
  })
}
