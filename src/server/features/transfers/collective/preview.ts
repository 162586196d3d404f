import type { CollectivePreview } from '#shared/contracts/collective'
import { jobTitle } from '#shared/transfer-display'
import type { Platform } from '../../../platform/platform.ts'
import { choiceOf } from '../../collective/queries.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { companyProfile, type CompanyProfile } from '../../connections/company/company-profile.ts'
import { decidedRecipientOfJob } from '../../customers/chosen-for-job.ts'
import { collectDraft, type BuiltJob } from '../../drafts/collective/collect-draft.ts'
import { partsOf, reasonsOf, type Gathered } from '../../drafts/collective/parts.ts'
import type { DraftSetting } from '../../drafts/load-inputs.ts'
import { expectationOf } from '../../drafts/totals-check.ts'
import { columnsOfJob } from '../../service-jobs/job-columns.ts'
import { draftLine, headOf, problemsOf, sellerOf } from '../screens/preview-transfer.ts'
import { noCompany, previewOf, type Preview } from '../screens/preview.ts'
import type { TransferRow } from '../tables.ts'
import { gatheredRows } from './gathered-queries.ts'

/** A job that waits, as its own draft would be. */
interface Waiting {
  row: TransferRow
  preview: Omit<Preview, 'stale'>
  /** The contact in Fiken, or a name for a recipient that has none. */
  recipient: string
}

interface Ready extends Gathered {
  waiting: Waiting
  built: BuiltJob
}

type Draft = CollectivePreview['drafts'][number]

/**
 * The drafts that would be made of what is gathered for a customer: of the jobs as they were last
 * fetched, and of what has been decided about them. Nobody is asked.
 *
 * @throws HttpError 409 when the company is missing
 */
export async function previewCollective(
  platform: Platform,
  userId: string,
  clientUuid: string,
): Promise<CollectivePreview> {
  const { db } = platform
  const configuration = await configurationOf(db, userId)
  const slug = configuration.fikenCompanySlug
  if (!slug || configuration.requiresCompanySelection) throw noCompany()
  const company = await companyProfile(platform, userId, slug, { refresh: 'never' })
  if (!company) throw noCompany()
  const [choice, rows] = await Promise.all([
    choiceOf(db, userId, clientUuid),
    gatheredRows(db, userId, clientUuid),
  ])
  const jobs = await Promise.all(
    rows.map((row) => previewWaiting(platform, row, { configuration, company })),
  )
  const found = jobs.filter((job) => job !== null)
  const ready = readyOf(found)
  const how = { byPurchaseOrder: choice?.byPurchaseOrder ?? false }
  const parts = partsOf(ready, how)
  const reasons = reasonsOf(parts, how)
  const source = configuration.invoiceDescriptionSource
  return {
    drafts: parts.map((part, index) => draftOf(part, reasons[index] ?? [], company, source)),
    stopped: found
      .filter((one) => !ready.some(({ waiting }) => waiting === one))
      .map(({ row, preview }) => ({
        ...nameOf(row),
        problems: [...depositOf(row), ...problemsOf(preview.problems)],
      })),
  }
}

async function previewWaiting(
  platform: Platform,
  row: TransferRow,
  setting: Pick<DraftSetting, 'configuration' | 'company'>,
): Promise<Waiting | null> {
  const { userId, servicem8JobId: jobUuid, chosenRecipient: chosen, snapshot, overruled } = row
  // What waits has been built once already.
  if (!snapshot) return null
  const { slug } = setting.company
  const job = { jobUuid, chosen }
  const foreseen = await decidedRecipientOfJob(platform, userId, slug, job, snapshot)
  const preview = await previewOf(
    platform,
    { ...setting, row },
    {
      snapshot,
      foreseen,
      judged: { as: setting.configuration.jobFetchType, over: overruled },
    },
  )
  const recipient =
    foreseen.kind === 'existing'
      ? `contact ${foreseen.contactId}`
      : 'recipient' in foreseen
        ? foreseen.recipient.key
        : ''
  return { row, preview, recipient }
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

function draftOf(
  part: readonly Ready[],
  why: Draft['why'],
  company: CompanyProfile,
  descriptionSource: Parameters<typeof collectDraft>[0]['descriptionSource'],
): Draft {
  const [first] = part as [Ready, ...Ready[]]
  const whole = collectDraft({
    jobs: part.map(({ built }) => built),
    uuid: first.built.built.draft.uuid,
    descriptionSource,
    replaces: null,
  })
  const previews = part.map(({ waiting }) => waiting.preview)
  const theirs = previews.map(({ snapshot }) => columnsOfJob(snapshot).amount)
  return {
    why,
    jobs: part.map(({ waiting }) => nameOf(waiting.row)),
    preview: {
      state: 'planned',
      fetchedAt: previews.map(({ snapshot }) => snapshot.fetchedAt).toSorted()[0] ?? null,
      seller: sellerOf(company),
      recipient: first.waiting.preview.recipient,
      head: headOf(whole.draft),
      lines: whole.draft.lines.map(draftLine),
      net: whole.net,
      vat: whole.gross - whole.net,
      gross: whole.gross,
      rates: whole.rates,
      theirTotal: theirs.includes(null) ? null : sum(theirs),
      leftOutGross: sum(previews.map(({ built }) => built?.leftOutGross ?? 0)),
      depositGross: 0,
      difference: sum(previews.map(({ total }) => total?.difference ?? 0)),
      notes: part.flatMap(notesOf),
      problems: [],
      editable: false,
    },
  }
}

/** What there is to know of a job, with its name: the draft has several. */
function notesOf({ waiting: { row, preview } }: Ready): string[] {
  return preview.notes.map((note) => `${nameOf(row).title}: ${note}`)
}

const depositOf = ({ deposit }: Pick<TransferRow, 'deposit'>) =>
  deposit === null
    ? []
    : [
        {
          code: 'deposit',
          title: 'Jobben har et forskudd',
          message: 'Den får et eget utkast, der forskuddet er trukket fra.',
        },
      ]

export const nameOf = ({
  id,
  servicem8Data,
  servicem8JobId,
  amount,
}: Pick<TransferRow, 'id' | 'servicem8Data' | 'servicem8JobId' | 'amount'>) => ({
  id,
  title: jobTitle(servicem8Data, servicem8JobId),
  amount,
})

const sum = (amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0)
