import type { CollectivePreview } from '#shared/contracts/collective'
import type { TransferPreview } from '#shared/contracts/transfers/preview'
import type { Platform } from '../../../platform/platform.ts'
import { choiceOf } from '../../collective/queries.ts'
import { columnsOfJob } from '../../service-jobs/job-columns.ts'
import { draftLine, headOf, problemsOf, sellerOf } from '../screens/preview-transfer.ts'
import { whyDivided, type PlannedPart } from '../plan/plan-set.ts'
import type { OwnDraft } from '../waiting/waits.ts'
import { planWaiting, settingOf, type ReadyJob, type Setting } from './plan-waiting.ts'
import { waitingRows, outsideRows } from '../waiting/queries.ts'
import { nameOf, presentOutside } from './present-job.ts'

type Draft = CollectivePreview['drafts'][number]

/**
 * Returns a preview of a customer's collective drafts, from the data last fetched and the user's
 * decisions. Calls no vendor.
 * @throws HttpError 409 when no company is chosen
 */
export async function previewCollective(
  platform: Platform,
  companyId: string,
  clientUuid: string,
): Promise<CollectivePreview> {
  const { db } = platform
  const setting = await settingOf(platform, companyId)
  const [choice, { rows, isStarted }, outside] = await Promise.all([
    choiceOf(db, companyId, clientUuid),
    waitingRows(db, companyId, clientUuid),
    outsideRows(db, companyId, [clientUuid]),
  ])
  const how = { byPurchaseOrder: choice?.byPurchaseOrder ?? false }
  const { drafts, stopped } = await planWaiting(platform, rows, setting, how)
  const reasons = whyDivided(
    drafts.map(({ jobs }) => jobs),
    how,
  )
  return {
    isStarted,
    mode: setting.configuration.invoiceCreationMode,
    drafts: drafts.map((draft, index) => present(draft, reasons[index] ?? [], setting)),
    stopped: stopped.map((one) => ({
      ...nameOf(one.row),
      problems: [
        ...(one.ownDraft ? [OWN_DRAFT[one.ownDraft]] : []),
        ...problemsOf(one.preview.problems),
      ],
    })),
    // When no other jobs wait, the jobs of a set on hold are shown as the draft's jobs instead.
    outside: outside.filter(({ id }) => !rows.some((row) => row.id === id)).map(presentOutside),
  }
}

function present(
  { jobs, draft, built, notes }: PlannedPart<ReadyJob>,
  why: Draft['why'],
  { company }: Setting,
): Draft {
  const previews = jobs.map(({ preview }) => preview)
  const theirs = previews.map(({ snapshot }) => columnsOfJob(snapshot).amount)
  return {
    why,
    jobs: jobs.map(({ row }) => nameOf(row)),
    preview: {
      state: 'planned',
      fetchedAt: previews.map(({ snapshot }) => snapshot.fetchedAt).toSorted()[0] ?? null,
      seller: sellerOf(company),
      recipient: jobs[0].preview.recipient,
      head: headOf(draft),
      lines: draft.lines.map(draftLine),
      net: built.net,
      vat: built.vat,
      gross: built.gross,
      rates: built.rates,
      theirTotal: theirs.includes(null) ? null : sum(theirs),
      leftOutGross: built.leftOutGross,
      depositGross: 0,
      difference: sum(previews.map(({ total }) => total?.difference ?? 0)),
      notes: [...jobs.flatMap(namedNotes), ...notes],
      problems: [],
      editable: false,
    },
  }
}

/** Returns a job's notes, each with the job's name, because the draft has several jobs. */
function namedNotes({ row, preview }: ReadyJob): string[] {
  return preview.notes.map((note) => `${nameOf(row).title}: ${note}`)
}

const OWN_DRAFT: Record<OwnDraft, TransferPreview['problems'][number]> = {
  deposit: {
    code: 'deposit',
    title: 'Jobben har et forskudd',
    message: 'Den får et eget utkast, der forskuddet er trukket fra.',
  },
  replaces: {
    code: 'replaces',
    title: 'Jobben står for en kreditert faktura',
    message: 'Den får et eget utkast, som sier hvilken faktura det erstatter.',
  },
}

const sum = (amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0)
