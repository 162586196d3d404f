import type { Platform } from '../../../platform/platform.ts'
import { noCompany } from '../../configuration/no-company.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { companyProfile } from '../../connections/company/company-profile.ts'
import { fromCopies } from '../../customers/deciding/reader.ts'
import type { DraftSetting } from '../../drafts/load-inputs.ts'
import { expectationOf } from '../../drafts/totals-check.ts'
import { planJob } from '../plan/plan-job.ts'
import { planSet, type PlannedPart, type SetJob } from '../plan/plan-set.ts'
import { previewOf, type Preview } from '../screens/preview.ts'
import type { TransferRow } from '../tables.ts'
import { whyOwnDraft, type OwnDraft } from '../waiting/waits.ts'

export interface WaitingJob {
  row: TransferRow
  preview: Omit<Preview, 'stale'>
}

export interface StoppedJob extends WaitingJob {
  ownDraft: OwnDraft | null
}

export type ReadyJob = WaitingJob & SetJob

export type Setting = Pick<DraftSetting, 'configuration' | 'company'>

/**
 * Returns the configuration and company that a draft is planned with.
 * @throws HttpError 409 when no company is chosen
 */
export async function settingOf(platform: Platform, companyId: string): Promise<Setting> {
  const configuration = await configurationOf(platform.db, companyId)
  const slug = configuration.fikenCompanySlug
  if (!slug || configuration.requiresCompanySelection) throw noCompany()
  const company = await companyProfile(platform, companyId, slug, { refresh: 'never' })
  if (!company) throw noCompany()
  return { configuration, company }
}

export interface WaitingSet {
  drafts: PlannedPart<ReadyJob>[]
  stopped: StoppedJob[]
}

/**
 * Plans the drafts of waiting jobs as a run does (plan/plan-set.ts), from the data last fetched.
 * Calls no vendor.
 */
export async function planWaiting(
  platform: Platform,
  rows: readonly TransferRow[],
  setting: Setting,
  how: { byPurchaseOrder: boolean },
): Promise<WaitingSet> {
  const jobs = await Promise.all(rows.map((row) => planOne(platform, row, setting)))
  const ready: ReadyJob[] = []
  const stopped: StoppedJob[] = []
  for (const job of jobs) {
    if (job === null) continue
    const { row, preview, recipient } = job
    const ownDraft = whyOwnDraft(row, rows)
    const { snapshot, built, total, problems } = preview
    if (ownDraft !== null || !built || !total || problems.length > 0)
      stopped.push({ row, preview, ownDraft })
    else
      ready.push({
        row,
        preview,
        snapshot,
        recipient,
        built,
        expected: expectationOf(built, total),
      })
  }
  const { configuration, company } = setting
  const drafts = planSet(ready, {
    fikenCompanySlug: company.slug,
    descriptionSource: configuration.invoiceDescriptionSource,
    ...how,
  })
  return { drafts, stopped }
}

async function planOne(
  platform: Platform,
  row: TransferRow,
  setting: Setting,
): Promise<(WaitingJob & { recipient: string }) | null> {
  const { companyId, chosenRecipient: chosen, snapshot, overruled } = row
  // A waiting job has been built before, so it has a snapshot.
  if (!snapshot) return null
  const { company, configuration } = setting
  const plan = await planJob(
    fromCopies({ platform, companyId, slug: company.slug }),
    { ...setting, row },
    { snapshot, judgedAs: configuration.jobFetchType, overruled, chosen },
  )
  const { recipient } = plan
  return {
    row,
    preview: previewOf(plan, snapshot, company),
    // The key keeps a recipient who has no contact yet apart from other recipients.
    recipient:
      recipient.kind === 'existing'
        ? `contact ${recipient.contactId}`
        : 'recipient' in recipient
          ? recipient.recipient.key
          : '',
  }
}
