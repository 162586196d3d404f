import type { Contact } from '#clients/fiken/types'
import { isExternalError } from '#clients/http/external-error'
import { problem, type Problem } from '#shared/causes'
import type { Overruled } from '#shared/transfer-status'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { GateBusy } from '../../platform/vendor-gate.ts'
import { configurationOf } from '../configuration/read-configuration.ts'
import { companyProfile } from '../connections/company-profile.ts'
import { openFiken } from '../connections/open-clients.ts'
import { foreseeRecipient, type ForeseenRecipient } from '../customers/match-recipient.ts'
import { checkTotal, type TotalCheck } from './check.ts'
import { inputsOf } from './draft-inputs.ts'
import { buildDraft, type BuiltDraft } from './draft.ts'
import { ineligible, type JobFetchType } from './eligibility.ts'
import { gather, type Gathered } from './gather.ts'
import { causeOfIneligible } from './refused.ts'
import type { JobSnapshot } from './snapshot.ts'

/** What the road would make of a job now. */
export interface Preview {
  snapshot: JobSnapshot
  /** ServiceM8 could not be asked, so the job is as it was last fetched. */
  stale: boolean
  recipient: PreviewedRecipient | null
  /** Null when a problem stands in its way. */
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
  overruled: readonly Overruled[]
  /** As last fetched; shown when ServiceM8 cannot be asked. */
  gathered: Pick<Gathered, 'snapshot' | 'accountUuid'> | null
}

/**
 * Stage A and the first three gates of stage B for one job, for a person at a screen: it is fetched, its recipient is looked for and its
 * draft is built and checked, but nothing is made, changed or sent in either system, and no row is written.
 *
 * @throws Refusal 409 when a system or the company is not chosen; ExternalError, GateBusy
 */
export async function previewJob(platform: Platform, userId: string, jobUuid: string, known?: Known): Promise<Preview> {
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
  const foreseen = await foreseeRecipient(platform, userId, client.company(slug), {
    snapshot,
    configuration,
    signal: new AbortController().signal,
  })
  const found = 'recipient' in foreseen ? foreseen : null
  const result = buildDraft(
    await inputsOf(
      platform,
      {
        row: { userId, servicem8AccountId: accountUuid, servicem8JobId: jobUuid, revision: known?.revision ?? 0 },
        configuration,
        company,
      },
      snapshot,
      {
        attention: found?.recipient.attention ?? '',
        daysUntilDueDate: (found?.kind === 'existing' && found.contact?.daysUntilInvoicingDueDate) || null,
      },
    ),
  )
  const total = result.ok ? checkTotal(result, snapshot.job.totalInvoiceAmount) : null
  return {
    snapshot,
    stale,
    recipient: recipientText(foreseen),
    built: result.ok ? result : null,
    total,
    notes: [...(result.ok ? result.notes : []), ...(total?.explanation ?? [])],
    problems: [
      // Without a transfer it is a trial: what the job would become if it were to be invoiced.
      ...jobProblems(snapshot, known ? configuration.jobFetchType : 'completed', known?.overruled),
      ...recipientProblems(foreseen),
      ...(result.ok ? [] : result.problems),
      ...(total?.problem ? [total.problem] : []),
    ],
  }
}

async function fetched(
  platform: Platform,
  userId: string,
  jobUuid: string,
  { withPayments, known }: { withPayments: boolean; known: Known | undefined },
): Promise<Pick<Gathered, 'snapshot' | 'accountUuid'> & { stale: boolean }> {
  try {
    const now = await gather(platform, userId, jobUuid, { withPayments, leftOut: known?.leftOut, interactive: true })
    return { ...now, stale: false }
  } catch (error) {
    const away = isExternalError(error, 'unavailable', 'rate_limited', 'reauth_required') || error instanceof GateBusy
    const kept = known?.gathered
    if (kept && kept.snapshot.lines.length > 0 && (away || error instanceof Refusal)) return { ...kept, stale: true }
    throw error
  }
}

/** A job without a total is told of by its lines. */
function jobProblems(snapshot: JobSnapshot, jobFetchType: JobFetchType, overruled: readonly Overruled[] = []): Problem[] {
  const found = ineligible(snapshot, jobFetchType, overruled)
  return found && found.code !== 'no_total' ? [problem(causeOfIneligible(found.code))] : []
}

function recipientText(foreseen: ForeseenRecipient): Preview['recipient'] {
  if (foreseen.kind !== 'new' && foreseen.kind !== 'existing') return null
  const { recipient } = foreseen
  if (foreseen.kind === 'existing' && foreseen.contact) return { ...contactText(foreseen.contact), how: foreseen.how }
  return {
    name: recipient.name,
    how: foreseen.kind === 'new' ? howNew(foreseen) : foreseen.how,
    address: recipient.address?.raw ?? '',
    email: recipient.email ?? '',
    organizationNumber: recipient.organizationNumber ?? '',
  }
}

const howNew = ({ asked }: { asked: boolean }) =>
  asked ? 'Fiken svarte ikke da kunden ble opprettet; vi ser etter den der' : 'blir opprettet i Fiken'

/** A contact in Fiken as people know it. */
export function contactText({ name, email, organizationNumber, address }: Contact): Omit<PreviewedRecipient, 'how'> {
  const place = address && `${address.postalCode} ${address.city}`.trim()
  return {
    name,
    email,
    organizationNumber,
    address: address ? [address.street, address.street2, place].filter(Boolean).join('\n') : '',
  }
}

function recipientProblems(foreseen: ForeseenRecipient): Problem[] {
  if (foreseen.kind === 'ambiguous') return [problem('recipient_ambiguous', foreseen.why)]
  if (foreseen.kind === 'problem') return [problem(foreseen.code, foreseen.message)]
  return []
}

function noCompany(): Refusal {
  return new Refusal(409, 'no_company', 'Velg selskap i Fiken under Konfigurasjoner først.', { action: 'choose_company' })
}
