import type { Contact, PostalAddress } from '#clients/fiken/types'
import { isExternalError } from '#clients/http/external-error'
import type { Problem } from '#shared/causes/index'
import type { ReplacedInvoice } from '#shared/credit'
import type { Overruled } from '#shared/transfer-status'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { LimiterBusy } from '../../../platform/limiter/vendor-limiter.ts'
import { noCompany } from '../../configuration/no-company.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { companyProfile, type CompanyProfile } from '../../connections/company/company-profile.ts'
import { openFiken } from '../../connections/tokens/open-clients.ts'
import type { ChosenForJob, PlannedRecipient } from '../../customers/deciding/plan-recipient.ts'
import { askingOnly } from '../../customers/deciding/reader.ts'
import type { TotalCheck } from '../../drafts/totals-check.ts'
import type { BuiltDraft } from '../../drafts/draft.ts'
import { fetchJob, type FetchedJob } from '../../service-jobs/fetch-job.ts'
import type { JobSnapshot } from '../../service-jobs/snapshot.ts'
import type { ChosenDeposit } from '../chosen-deposit.ts'
import { readDeposit } from '../deposits/read-deposit.ts'
import { planJob, type JobPlan } from '../plan/plan-job.ts'

export interface Preview {
  snapshot: JobSnapshot
  company: CompanyProfile
  /** True when ServiceM8 could not be reached, so the job is shown as last fetched. */
  stale: boolean
  recipient: PreviewedRecipient | null
  built: BuiltDraft | null
  total: TotalCheck | null
  notes: string[]
  problems: Problem[]
}

export interface PreviewedRecipient {
  name: string
  how: string
  address: string
  email: string
  organizationNumber: string
}

interface Known {
  leftOut: readonly string[]
  revision: number
  replaces: ReplacedInvoice | null
  overruled: readonly Overruled[]
  chosen: ChosenForJob | null
  deposit: { transferId: string; chosen: ChosenDeposit } | null
  fetched: Pick<FetchedJob, 'snapshot' | 'accountUuid'> | null
}

/**
 * Plans a job for a user waiting at a screen (plan/plan-job.ts): nothing is created, changed or
 * sent in either system, and no row is written.
 * @throws HttpError 409 when a system is not connected or no company is chosen; ExternalError,
 * LimiterBusy
 */
export async function previewJob(
  platform: Platform,
  companyId: string,
  jobUuid: string,
  known?: Known,
): Promise<Preview> {
  const configuration = await configurationOf(platform.db, companyId)
  const slug = configuration.fikenCompanySlug
  if (!slug || configuration.requiresCompanySelection) throw noCompany()
  const { client } = await openFiken(platform, companyId, { interactive: true })
  const company = await companyProfile(platform, companyId, slug, { client })
  if (!company) throw noCompany()
  const { snapshot, accountUuid, stale } = await fetched(platform, companyId, jobUuid, {
    withPayments: configuration.jobFetchType === 'awaiting_payment',
    known,
  })
  const fiken = client.company(slug)
  const { signal } = new AbortController()
  const row = {
    companyId,
    servicem8AccountId: accountUuid,
    servicem8JobId: jobUuid,
    revision: known?.revision ?? 0,
    replaces: known?.replaces ?? null,
  }
  const deposit = known?.deposit
  const plan = await planJob(
    askingOnly({ platform, companyId, fiken, signal }),
    { row, configuration, company },
    {
      snapshot,
      // Without a transfer, the preview shows what the job would become if it were invoiced.
      judgedAs: known ? configuration.jobFetchType : 'completed',
      overruled: known?.overruled ?? [],
      chosen: known?.chosen ?? null,
      ...(deposit
        ? {
            readTaken: (of) =>
              readDeposit(platform.db, fiken, { ...deposit, companyId, ...of }, signal),
          }
        : {}),
    },
  )
  return { ...previewOf(plan, snapshot, company), stale }
}

export function previewOf(
  { recipient, draft: { built, total }, notes, problems }: JobPlan,
  snapshot: JobSnapshot,
  company: CompanyProfile,
): Omit<Preview, 'stale'> {
  return { snapshot, company, recipient: recipientText(recipient), built, total, notes, problems }
}

async function fetched(
  platform: Platform,
  companyId: string,
  jobUuid: string,
  { withPayments, known }: { withPayments: boolean; known: Known | undefined },
): Promise<Pick<FetchedJob, 'snapshot' | 'accountUuid'> & { stale: boolean }> {
  try {
    const now = await fetchJob(platform, companyId, jobUuid, {
      withPayments,
      leftOut: known?.leftOut,
      interactive: true,
    })
    return { ...now, stale: false }
  } catch (error) {
    const away =
      isExternalError(error, 'unavailable', 'rate_limited', 'reauth_required') ||
      error instanceof LimiterBusy
    const kept = known?.fetched
    if (kept && kept.snapshot.lines.length > 0 && (away || error instanceof HttpError))
      return { ...kept, stale: true }
    throw error
  }
}

function recipientText(plan: PlannedRecipient): Preview['recipient'] {
  if (!('recipient' in plan)) return null
  if (plan.kind === 'existing' && plan.contact)
    return { ...contactText(plan.contact), how: plan.how }
  const { recipient } = plan
  return {
    name: recipient.name,
    how: plan.kind === 'existing' ? plan.how : HOW[plan.kind],
    address: recipient.address?.raw ?? '',
    email: recipient.email ?? '',
    organizationNumber: recipient.organizationNumber ?? '',
  }
}

const HOW = {
  new: 'blir opprettet i Fiken',
  waiting: 'Fiken svarte ikke da kunden ble opprettet; vi ser etter den der',
} as const

export function contactText({
  name,
  email,
  organizationNumber,
  address,
}: Contact): Omit<PreviewedRecipient, 'how'> {
  return { name, email, organizationNumber, address: addressText(address) }
}

export function addressText(address: PostalAddress | null): string {
  if (!address) return ''
  const place = `${address.postalCode} ${address.city}`.trim()
  return [address.street, address.street2, place].filter(Boolean).join('\n')
}
