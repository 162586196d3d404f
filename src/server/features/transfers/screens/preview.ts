import type { Contact, PostalAddress } from '#clients/fiken/types'
import { isExternalError } from '#clients/http/external-error'
import { problem, type Problem } from '#shared/causes/index'
import type { ReplacedInvoice } from '#shared/credit'
import type { Overruled } from '#shared/transfer-status'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { LimiterBusy } from '../../../platform/limiter/vendor-limiter.ts'
import { noCompany } from '../../configuration/no-company.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { companyProfile, type CompanyProfile } from '../../connections/company/company-profile.ts'
import { openFiken } from '../../connections/tokens/open-clients.ts'
import {
  addressMissing,
  knownAddress,
  statesNeither,
} from '../../customers/in-fiken/buyer-address.ts'
import {
  foreseeRecipientOfJob,
  type ChosenForJob,
} from '../../customers/deciding/chosen-for-job.ts'
import { leftOut } from '../../customers/in-fiken/left-out.ts'
import { newContact } from '../../customers/matching/match.ts'
import type { ForeseenRecipient } from '../../customers/deciding/match-recipient.ts'
import type { Recipient } from '../../customers/reading/recipient.ts'
import { checkTotal, type TotalCheck } from '../../drafts/totals-check.ts'
import { inputsOf, type DraftSetting } from '../../drafts/load-inputs.ts'
import { buildDraft, type BuiltDraft } from '../../drafts/draft.ts'
import { ineligible, type JobFetchType } from '../../service-jobs/eligibility.ts'
import { gather, type Gathered } from '../../service-jobs/fetch-job.ts'
import type { JobSnapshot } from '../../service-jobs/snapshot.ts'
import type { ChosenDeposit } from '../chosen-deposit.ts'
import { asInput, readDeposit } from '../deposits/read-deposit.ts'
import { causeOfIneligible, explanationOf } from '../refused.ts'

/** What the pipeline would make of a job now. */
export interface Preview {
  snapshot: JobSnapshot
  company: CompanyProfile
  /** ServiceM8 could not be asked, so the job is as it was last fetched. */
  stale: boolean
  recipient: PreviewedRecipient | null
  /** Null when a problem prevents it. */
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

/** What is known of a job that has a transfer. */
interface Known {
  leftOut: readonly string[]
  revision: number
  replaces: ReplacedInvoice | null
  overruled: readonly Overruled[]
  chosen: ChosenForJob | null
  /** Null: nothing is taken off. */
  deposit: { transferId: string; chosen: ChosenDeposit } | null
  /** As last fetched; shown when ServiceM8 cannot be asked. */
  gathered: Pick<Gathered, 'snapshot' | 'accountUuid'> | null
}

/**
 * Stage A and the first three steps of stage B for one job, for a person at a screen: it is
 * fetched, its recipient is looked for and its draft is built and checked, but nothing is made,
 * changed or sent in either system, and no row is written.
 *
 * @throws HttpError 409 when a system or the company is not chosen; ExternalError, LimiterBusy
 */
export async function previewJob(
  platform: Platform,
  userId: string,
  jobUuid: string,
  known?: Known,
): Promise<Preview> {
  const configuration = await configurationOf(platform.db, userId)
  const slug = configuration.fikenCompanySlug
  if (!slug || configuration.requiresCompanySelection) throw noCompany()
  const { client } = await openFiken(platform, userId, { interactive: true })
  const company = await companyProfile(platform, userId, slug, { client })
  if (!company) throw noCompany()
  const { snapshot, accountUuid, stale } = await fetched(platform, userId, jobUuid, {
    withPayments: configuration.jobFetchType === 'awaiting_payment',
    known,
  })
  const job = { jobUuid, chosen: known?.chosen ?? null }
  const foreseen = await foreseeRecipientOfJob(platform, userId, client.company(slug), job, {
    snapshot,
    configuration,
    signal: new AbortController().signal,
  })
  const setting: DraftSetting = {
    row: {
      userId,
      servicem8AccountId: accountUuid,
      servicem8JobId: jobUuid,
      revision: known?.revision ?? 0,
      replaces: known?.replaces ?? null,
    },
    configuration,
    company,
  }
  const readTaken = async (draftUuid: string) =>
    known?.deposit
      ? readDeposit(
          platform.db,
          client.company(slug),
          {
            ...known.deposit,
            userId,
            contactId: foreseen.kind === 'existing' ? foreseen.contactId : null,
            draftUuid,
          },
          new AbortController().signal,
        )
      : null
  // Without a transfer it is a trial: what the job would become if it were to be invoiced.
  const judged = { as: known ? configuration.jobFetchType : 'completed', over: known?.overruled }
  const preview = await previewOf(platform, setting, { snapshot, foreseen, judged, readTaken })
  return { ...preview, stale }
}

/** A job as it is to be built, who would receive it, and by what it is judged. */
interface ToPreview {
  snapshot: JobSnapshot
  foreseen: ForeseenRecipient
  judged: { as: JobFetchType; over: readonly Overruled[] | undefined }
  /** What is taken off the draft with this uuid. */
  readTaken?: (draftUuid: string) => ReturnType<typeof readDeposit>
}

/** The build step and its check, of what is known already. Makes no call of its own. */
export async function previewOf(
  platform: Platform,
  setting: DraftSetting,
  { snapshot, foreseen, judged, readTaken }: ToPreview,
): Promise<Omit<Preview, 'stale'>> {
  const found = 'recipient' in foreseen ? foreseen : null
  const input = await inputsOf(platform, setting, snapshot, {
    attention: found?.recipient.attention ?? '',
    daysUntilDueDate:
      (found?.kind === 'existing' && found.contact?.daysUntilInvoicingDueDate) || null,
  })
  const takenOff = asInput((await readTaken?.(input.uuid)) ?? null)
  const result = buildDraft({ ...input, deposit: takenOff.deposit })
  const total = result.ok ? checkTotal(result, snapshot.job.totalInvoiceAmount) : null
  return {
    snapshot,
    company: setting.company,
    recipient: recipientText(foreseen),
    built: result.ok ? result : null,
    total,
    notes: [
      ...(found ? leftOut(found.recipient, contactOf(found)) : []),
      ...(result.ok ? result.notes : []),
      ...(total?.explanation ?? []),
    ],
    problems: [
      ...jobProblems(snapshot, judged.as, judged.over),
      ...recipientProblems(foreseen),
      ...(found && !judged.over?.includes('address_missing') ? addressProblems(found) : []),
      ...(result.ok ? [] : result.problems),
      ...takenOff.problems,
      ...(total?.problem ? [total.problem] : []),
    ],
  }
}

function addressProblems(found: Parameters<typeof contactOf>[0]): Problem[] {
  const contact = contactOf(found)
  const isStated = !statesNeither(contact) || knownAddress(found.recipient) !== null
  return isStated ? [] : [addressMissing(contact.name, found.kind === 'new')]
}

/** The contact as it is in Fiken, or as it would be made. */
const contactOf = (found: Extract<ForeseenRecipient, { recipient: Recipient }>) =>
  found.kind === 'existing' && found.contact ? found.contact : newContact(found.recipient)

async function fetched(
  platform: Platform,
  userId: string,
  jobUuid: string,
  { withPayments, known }: { withPayments: boolean; known: Known | undefined },
): Promise<Pick<Gathered, 'snapshot' | 'accountUuid'> & { stale: boolean }> {
  try {
    const now = await gather(platform, userId, jobUuid, {
      withPayments,
      leftOut: known?.leftOut,
      interactive: true,
    })
    return { ...now, stale: false }
  } catch (error) {
    const away =
      isExternalError(error, 'unavailable', 'rate_limited', 'reauth_required') ||
      error instanceof LimiterBusy
    const kept = known?.gathered
    if (kept && kept.snapshot.lines.length > 0 && (away || error instanceof HttpError))
      return { ...kept, stale: true }
    throw error
  }
}

/** What is wrong with a job without a total shows in its lines. */
function jobProblems(
  snapshot: JobSnapshot,
  jobFetchType: JobFetchType,
  overruled: readonly Overruled[] = [],
): Problem[] {
  const found = ineligible(snapshot, jobFetchType, overruled)
  if (!found || found.code === 'no_total') return []
  return [problem(causeOfIneligible(found.code), explanationOf(found))]
}

function recipientText(foreseen: ForeseenRecipient): Preview['recipient'] {
  if (foreseen.kind !== 'new' && foreseen.kind !== 'existing') return null
  const { recipient } = foreseen
  if (foreseen.kind === 'existing' && foreseen.contact)
    return { ...contactText(foreseen.contact), how: foreseen.how }
  return {
    name: recipient.name,
    how: foreseen.kind === 'new' ? howNew(foreseen) : foreseen.how,
    address: recipient.address?.raw ?? '',
    email: recipient.email ?? '',
    organizationNumber: recipient.organizationNumber ?? '',
  }
}

const howNew = ({ asked }: { asked: boolean }) =>
  asked
    ? 'Fiken svarte ikke da kunden ble opprettet; vi ser etter den der'
    : 'blir opprettet i Fiken'

/** A contact in Fiken as people know it. */
export function contactText({
  name,
  email,
  organizationNumber,
  address,
}: Contact): Omit<PreviewedRecipient, 'how'> {
  return { name, email, organizationNumber, address: addressText(address) }
}

/** As on an envelope. */
export function addressText(address: PostalAddress | null): string {
  if (!address) return ''
  const place = `${address.postalCode} ${address.city}`.trim()
  return [address.street, address.street2, place].filter(Boolean).join('\n')
}

function recipientProblems(foreseen: ForeseenRecipient): Problem[] {
  if (foreseen.kind === 'ambiguous') return [problem('recipient_ambiguous', foreseen.why)]
  if (foreseen.kind === 'problem') return [problem(foreseen.code, foreseen.message)]
  return []
}
