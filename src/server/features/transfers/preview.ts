import { problem, type Problem } from '#shared/causes'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { configurationOf } from '../configuration/read-configuration.ts'
import { companyProfile } from '../connections/company-profile.ts'
import { openFiken } from '../connections/open-clients.ts'
import { foreseeRecipient, type ForeseenRecipient } from '../customers/match-recipient.ts'
import { checkTotal } from './check.ts'
import { inputsOf } from './draft-inputs.ts'
import { buildDraft, type BuiltDraft } from './draft.ts'
import { gather } from './gather.ts'
import type { JobSnapshot } from './snapshot.ts'

/** What the road would make of a job now. */
export interface Preview {
  snapshot: JobSnapshot
  recipient: { name: string; how: string } | null
  /** Null when a problem stands in its way. */
  built: BuiltDraft | null
  notes: string[]
  problems: Problem[]
}

/**
 * Stage A and the first three gates of stage B for one job, for a person at a screen: it is fetched, its recipient is looked for and its
 * draft is built and checked, but nothing is made, changed or sent in either system, and no row is written.
 *
 * @throws Refusal 409 when a system or the company is not chosen; ExternalError, GateBusy
 */
export async function previewJob(platform: Platform, userId: string, jobUuid: string): Promise<Preview> {
  const configuration = await configurationOf(platform.db, userId)
  const slug = configuration.fikenCompanySlug
  if (!slug || configuration.requiresCompanySelection) throw noCompany()
  const { client } = await openFiken(platform, userId, { interactive: true })
  const company = await companyProfile(platform, userId, slug, { client })
  if (!company) throw noCompany()
  const { snapshot, accountUuid } = await gather(platform, userId, jobUuid, {
    withPayments: configuration.jobFetchType === 'awaiting_payment',
    interactive: true,
  })
  const foreseen = await foreseeRecipient(platform, userId, client.company(slug), {
    snapshot,
    configuration,
    signal: new AbortController().signal,
  })
  const known = 'recipient' in foreseen ? foreseen : null
  const result = buildDraft(
    await inputsOf(
      platform,
      { row: { userId, servicem8AccountId: accountUuid, servicem8JobId: jobUuid, revision: 0 }, configuration, company },
      snapshot,
      {
        attention: known?.recipient.attention ?? '',
        daysUntilDueDate: (known?.kind === 'existing' && known.contact?.daysUntilInvoicingDueDate) || null,
      },
    ),
  )
  const total = result.ok ? checkTotal(result, snapshot.job.totalInvoiceAmount) : null
  return {
    snapshot,
    recipient: recipientText(foreseen),
    built: result.ok ? result : null,
    notes: [...(result.ok ? result.notes : []), ...(total?.explanation ?? [])],
    problems: [...recipientProblems(foreseen), ...(result.ok ? [] : result.problems), ...(total?.problem ? [total.problem] : [])],
  }
}

function recipientText(foreseen: ForeseenRecipient): Preview['recipient'] {
  if (foreseen.kind === 'new') return { name: foreseen.recipient.name, how: 'blir opprettet i Fiken' }
  if (foreseen.kind === 'existing') return { name: foreseen.contact?.name ?? foreseen.recipient.name, how: foreseen.how }
  return null
}

function recipientProblems(foreseen: ForeseenRecipient): Problem[] {
  if (foreseen.kind === 'ambiguous') return [problem('recipient_ambiguous', foreseen.why)]
  if (foreseen.kind === 'problem') return [problem(foreseen.code, foreseen.message)]
  return []
}

function noCompany(): Refusal {
  return new Refusal(409, 'no_company', 'Velg selskap i Fiken under Konfigurasjoner først.', { action: 'choose_company' })
}
