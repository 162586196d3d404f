import type { CollectivePreview } from '#shared/contracts/collective'
import type { TransferPreview } from '#shared/contracts/transfers/preview'
import type { Platform } from '../../../platform/platform.ts'
import { choiceOf } from '../../collective/queries.ts'
import { collectDraft } from '../../drafts/collective/collect-draft.ts'
import { reasonsOf } from '../../drafts/collective/parts.ts'
import { columnsOfJob } from '../../service-jobs/job-columns.ts'
import { draftLine, headOf, problemsOf, sellerOf } from '../screens/preview-transfer.ts'
import { planSet, settingOf, type Ready, type Setting, type Stopped } from './plan-set.ts'
import { waitingRows, outsideRows } from '../waiting/queries.ts'
import { nameOf, presentOutside } from './present-job.ts'

type Draft = CollectivePreview['drafts'][number]

/**
 * The drafts that would be made of what waits for a customer's draft: of the jobs as they were last
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
  const setting = await settingOf(platform, userId)
  const [choice, { rows, isStarted }, outside] = await Promise.all([
    choiceOf(db, userId, clientUuid),
    waitingRows(db, userId, clientUuid),
    outsideRows(db, userId, [clientUuid]),
  ])
  const how = { byPurchaseOrder: choice?.byPurchaseOrder ?? false }
  const { parts, stopped } = await planSet(platform, rows, setting, how)
  const reasons = reasonsOf(parts, how)
  return {
    isStarted,
    mode: setting.configuration.invoiceCreationMode,
    drafts: parts.map((part, index) => draftOf(part, reasons[index] ?? [], setting)),
    stopped: stopped.map((one) => ({
      ...nameOf(one.row),
      problems: [...ownDraftOf(one), ...problemsOf(one.preview.problems)],
    })),
    // Those of a set that is held are what is shown, where nothing else waits.
    outside: outside.filter(({ id }) => !rows.some((row) => row.id === id)).map(presentOutside),
  }
}

function draftOf(
  part: readonly Ready[],
  why: Draft['why'],
  { configuration, company }: Setting,
): Draft {
  const [first] = part as [Ready, ...Ready[]]
  const whole = collectDraft({
    jobs: part.map(({ built }) => built),
    uuid: first.built.built.draft.uuid,
    descriptionSource: configuration.invoiceDescriptionSource,
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
      notes: [...part.flatMap(notesOf), ...whole.notes],
      problems: [],
      editable: false,
    },
  }
}

/** What there is to know of a job, with its name: the draft has several. */
function notesOf({ waiting: { row, preview } }: Ready): string[] {
  return preview.notes.map((note) => `${nameOf(row).title}: ${note}`)
}

function ownDraftOf({ row, standsApart }: Stopped): TransferPreview['problems'] {
  if (row.deposit !== null)
    return [
      {
        code: 'deposit',
        title: 'Jobben har et forskudd',
        message: 'Den får et eget utkast, der forskuddet er trukket fra.',
      },
    ]
  return standsApart
    ? [
        {
          code: 'replaces',
          title: 'Jobben står for en kreditert faktura',
          message: 'Den får et eget utkast, som sier hvilken faktura det erstatter.',
        },
      ]
    : []
}

const sum = (amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0)
