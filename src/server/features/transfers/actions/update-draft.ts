import type { InvoiceDraft } from '#clients/fiken/types'
import { isExternalError } from '#clients/http/external-error'
import { causeOf } from '#shared/causes/index'
import { formatKroner } from '#shared/money'
import { jobTitle } from '#shared/transfer-display'
import { may } from '#shared/transfer-status'
import { enumerate } from '#shared/norwegian'
import { instant } from '../../../platform/clock.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { LimiterClosed } from '../../../platform/limiter/vendor-limiter.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { companyProfile } from '../../connections/company/company-profile.ts'
import { openFiken } from '../../connections/tokens/open-clients.ts'
import { vendorFailure } from '../../connections/vendor-failure.ts'
import { planRecipientOfJob } from '../../customers/deciding/plan-recipient.ts'
import { askingOnly } from '../../customers/deciding/reader.ts'
import { checkReadBack } from '../../drafts/totals-check.ts'
import { creditOfTaken, recordOf } from '../../drafts/deposit.ts'
import { changesOf, isAsSent } from '../../drafts/draft-diff.ts'
import { findDraft } from '../../documents/look-up.ts'
import { fetchJob } from '../../service-jobs/fetch-job.ts'
import { findNotOver } from '../../service-jobs/find-not-over.ts'
import { columnsOfJob } from '../../service-jobs/job-columns.ts'
import type { JobSnapshot } from '../../service-jobs/snapshot.ts'
import type { SentDraft } from '../../drafts/sent-draft.ts'
import { shownOf } from '../../documents/shown-draft.ts'
import { build, type Planned, type Receiver } from '../delivery/prepare.ts'
import { emptyLook } from '../../documents/gone.ts'
import type { Work } from '../delivery/context.ts'
import { Ending } from '../delivery/ending.ts'
import { filesAreDue } from '../attachment-store.ts'
import { standing } from '../outcome.ts'
import { rowsOfDraft, sharesDraft } from '../queries.ts'
import { changeWithDraft } from '../store.ts'
import type { TransferChange, TransferRow } from '../tables.ts'
import { createTimeline } from '../timeline.ts'
import { change, changedSince, underLock, findTransfer } from '../act.ts'
import type { Waiting } from './in-fiken.ts'
import { wakeLaneOf } from '../lane.ts'

/**
 * Overwrites our draft of a changed job completely ("Oppdater utkast"), keeping its id and uuid; a
 * second draft is never created. The action is refused when somebody has changed or invoiced the
 * draft in Fiken. The new content is stored first, so that the draft is recognised as ours when the
 * response is lost.
 * @throws HttpError 404, 409 with the reason; the vendors' errors
 */
export async function updateDraft(
  platform: Platform,
  companyId: string,
  actor: Actor | null,
  id: string,
  { interactive = true, signal = new AbortController().signal }: Waiting = {},
): Promise<string> {
  const row = await findTransfer(platform, companyId, id)
  const record = refuseOther(row)
  try {
    const work = await open(platform, row, interactive, signal)
    if (sharesDraft(row)) return await updateCollective(work, actor, record, interactive)
    const snapshot = await fetchAgain(work, interactive)
    const plan = await build(work, snapshot, await receiverOf(work, snapshot))
    if (plan instanceof Ending) throw notPossible(plan)
    const draft = { ...plan.draft, uuid: row.fikenDraftUuid ?? '' }
    if (plan.draft.uuid !== draft.uuid) {
      throw new HttpError(
        409,
        'other_account',
        'Utkastet ble laget fra en annen ServiceM8-konto. Rett det i Fiken.',
      )
    }
    const draftId = await untouched(work, record)
    const { net, gross } = plan.built
    // The signal is ignored from here on: a written draft must also be read back and recorded.
    if (signal.aborted) throw new LimiterClosed('stopped before the draft was written')
    const asked = await keep(work, {
      fikenData: { ...record, attempted: { sent: draft, net, gross } },
    })
    await work.fiken.drafts.update(draftId, draft)
    const actual = await work.fiken.drafts.get(draftId)
    return await settle({ ...work, row: asked, actor }, snapshot, { ...plan, draft }, actual)
  } catch (error) {
    if (isExternalError(error, 'not_found')) {
      throw new HttpError(
        409,
        'draft_gone',
        'Utkastet finnes ikke lenger i Fiken, eller er fakturert. Sjekk måneden på nytt.',
      )
    }
    throw vendorFailure(error, 'Kunne ikke oppdatere utkastet.')
  }
}

/**
 * Queues the jobs of a collective draft; the lane then reads all of them again. The draft is
 * checked first, so that a refusal is shown immediately and the jobs stay completed.
 */
async function updateCollective(
  work: Work,
  actor: Actor | null,
  record: SentDraft,
  interactive: boolean,
): Promise<string> {
  const { platform, row: asked } = work
  await untouched(work, record)
  await refuseNotOver(work, interactive)
  await underLock(platform, asked.companyId, asked.id, async (inside, row) => {
    if (row.updatedAt.getTime() !== asked.updatedAt.getTime()) throw changedSince()
    const askedWhileOff = !work.configuration.isActive
    const again = { ...standing({ kind: 'queued' }), needsFetch: true, askedWhileOff }
    await change(inside, row, 'updateDraft', again, {
      text: 'Oppdater samlefakturaen',
      actor,
    })
  })
  wakeLaneOf(platform, asked.companyId)
  return 'Samlefakturaen står i kø, og skrives på nytt.'
}

/**
 * Refuses when a job of the draft is deleted or open again in ServiceM8, which in the lane would
 * stop all jobs on the draft.
 * @throws HttpError 409
 */
async function refuseNotOver({ platform, row, signal }: Work, interactive: boolean): Promise<void> {
  const rows = await rowsOfDraft(platform.db, row)
  const jobUuids = rows.map((one) => one.servicem8JobId)
  const since = rows.map((one) => (one.jobCompletedAt ?? one.createdAt).getTime())
  const asked = { jobUuids, editedAfter: new Date(Math.min(...since)) }
  const waiting = { interactive, signal }
  const notOver = await findNotOver(platform, row.companyId, asked, waiting)
  if (notOver === null) return
  const { jobUuid, code } = notOver
  const own = rows.find((one) => one.servicem8JobId === jobUuid)
  const title = jobTitle(own?.servicem8Data ?? null, jobUuid)
  const { explanation } = causeOf(code)
  throw new HttpError(
    409,
    code,
    `${title}: ${explanation} Skal jobben ikke være med, angrer du overføringen, og sender de andre på nytt.`,
  )
}

function notPossible({ outcome, text }: Ending): HttpError {
  return new HttpError(409, ('cause' in outcome && outcome.cause) || 'not_possible', text)
}

function refuseOther(row: TransferRow): SentDraft {
  if (!may('updateDraft', row.status)) {
    throw new HttpError(
      409,
      'wrong_status',
      'Bare utkastet til en fullført overføring kan oppdateres.',
      { status: row.status },
    )
  }
  if (row.fikenInvoiceNumber !== null) throw invoiced(row.fikenInvoiceNumber)
  if (!row.fikenData || row.fikenInvoiceDraftId === null || !row.fikenDraftUuid) {
    throw new HttpError(409, 'no_draft', 'Overføringen har ikke noe utkast å oppdatere.')
  }
  return row.fikenData
}

function invoiced(number: string): HttpError {
  const { title, explanation } = causeOf('already_invoiced')
  return new HttpError(409, 'already_invoiced', `${title} (faktura ${number}). ${explanation}`)
}

/** Prepares the update for a user at a screen: the row is not claimed and stays completed. */
async function open(
  platform: Platform,
  row: TransferRow,
  interactive: boolean,
  signal: AbortSignal,
): Promise<Work> {
  const configuration = await configurationOf(platform.db, row.companyId)
  const slug = configuration.fikenCompanySlug
  if (slug === null || slug !== row.fikenCompanySlug || configuration.requiresCompanySelection) {
    throw new HttpError(
      409,
      'other_company',
      'Utkastet ligger i et annet selskap enn det som er valgt nå. Rett det i Fiken.',
    )
  }
  const timeline = createTimeline(platform.clock)
  const { client } = await openFiken(platform, row.companyId, {
    interactive,
    observe: timeline.observe,
  })
  const company = await companyProfile(platform, row.companyId, slug, { client, signal })
  if (!company) throw new HttpError(409, 'no_company', causeOf('no_company').explanation)
  return { platform, row, timeline, signal, configuration, company, fiken: client.company(slug) }
}

async function fetchAgain(
  { platform, row, timeline, signal }: Work,
  interactive: boolean,
): Promise<JobSnapshot> {
  const { snapshot } = await fetchJob(platform, row.companyId, row.servicem8JobId, {
    withPayments: false,
    leftOut: row.snapshot?.leftOut,
    interactive,
    signal,
    observe: timeline.observe,
  })
  if (!snapshot.job.active) throw new HttpError(409, 'job_gone', causeOf('job_gone').explanation)
  if (snapshot.job.status !== 'Completed')
    throw new HttpError(409, 'job_reopened', causeOf('job_reopened').explanation)
  return snapshot
}

/** Returns the job's recipient. Creates no contact and stores no decision; the pipeline does so. */
async function receiverOf(
  { platform, row, configuration, fiken, signal }: Work,
  snapshot: JobSnapshot,
): Promise<Receiver> {
  const job = { jobUuid: row.servicem8JobId, chosen: row.chosenRecipient }
  const { plan } = await planRecipientOfJob(
    askingOnly({ platform, companyId: row.companyId, fiken, signal }),
    job,
    { snapshot, configuration },
  )
  if (plan.kind === 'problem') throw new HttpError(409, plan.code, plan.message)
  if (plan.kind === 'existing') {
    const contact = plan.contact ?? (await fiken.contacts.get(Number(row.fikenCustomerId), signal))
    return { contact, recipient: plan.recipient }
  }
  if (plan.kind === 'ambiguous') {
    const way = 'Angre overføringen og start den på nytt for å velge, eller rett utkastet i Fiken.'
    throw new HttpError(409, 'recipient_changed', `${plan.why} ${way}`)
  }
  throw new HttpError(
    409,
    'recipient_changed',
    'Mottakeren på jobben er endret, og finnes ikke sikkert i Fiken. Angre overføringen og start den på nytt, eller rett utkastet i Fiken.',
  )
}

/**
 * Returns the id of the draft if nobody has changed it since we wrote it.
 * @throws HttpError
 */
async function untouched(work: Work, record: SentDraft): Promise<number> {
  const { fiken, row, signal } = work
  const known = { uuid: row.fikenDraftUuid ?? '', draftId: row.fikenInvoiceDraftId }
  const found = await findDraft(fiken, known, signal)
  if (found.kind === 'invoice') throw invoiced(found.invoice.invoiceNumber)
  if (found.kind === 'nothing') {
    await keep(work, { absence: emptyLook(work.platform, row).absence })
    throw new HttpError(409, 'draft_deleted', causeOf('draft_deleted').explanation)
  }
  const { draft } = found
  const changes = changesOf(record, draft)
  const isOurs =
    changes.length === 0 || (record.attempted && changesOf(record.attempted, draft).length === 0)
  if (isOurs) return draft.draftId
  throw new HttpError(
    409,
    'draft_changed',
    `Noen har endret ${enumerate(changes)} på utkastet i Fiken, så det overskrives ikke herfra. Rett det i Fiken.`,
  )
}

/**
 * Stores a change on the row and on the others of its draft.
 * @throws HttpError 409 when another action has changed the row
 */
async function keep({ platform, row }: Work, set: TransferChange): Promise<TransferRow> {
  return underLock(platform, row.companyId, row.id, async (inside, now) => {
    if (now.updatedAt.getTime() !== row.updatedAt.getTime()) throw changedSince()
    const change = { ...set, updatedAt: instant(platform.clock) }
    const written = await changeWithDraft(inside.db, now, ['completed'], change)
    const own = written.find(({ id }) => id === row.id)
    if (!own) throw changedSince()
    return own
  })
}

/**
 * Stores the result of the update. Fiken's totals must equal ours except for rounding, as after a
 * first transfer; otherwise the user decides.
 */
async function settle(
  work: Work & { actor: Actor | null },
  snapshot: JobSnapshot,
  plan: Planned,
  actual: InvoiceDraft,
): Promise<string> {
  const { platform, row, timeline, actor } = work
  const { net, gross } = actual
  const judged = checkReadBack(plan.expected, actual, {
    asSent: isAsSent(plan.draft, actual.content),
    currency: actual.content.currency,
  })
  const note = judged.ok ? judged.note : null
  const text = judged.ok
    ? `Utkastet er oppdatert til ${formatKroner(gross)}`
    : judged.problem.message
  timeline.person('update', 'Oppdater utkast', actor)
  timeline.step('verify', text, judged.ok)
  if (note !== null) timeline.step('verify', note, null)
  const failed = judged.ok
    ? {}
    : standing({
        kind: 'failed',
        cause: judged.problem.code,
        message: judged.problem.message,
      })
  const set = {
    ...columnsOfJob(snapshot),
    amount: gross,
    netAmount: net,
    fikenCustomerId: String(plan.draft.customerId),
    depositCredit: creditOfTaken(plan.built.deposit),
    fikenData: {
      sent: plan.draft,
      net,
      gross,
      expectedNet: plan.built.net,
      expectedGross: plan.built.gross,
      notes: note === null ? plan.notes : [...plan.notes, note],
      theirTotal: columnsOfJob(snapshot).amount,
      leftOutGross: plan.built.leftOutGross,
      ...recordOf(plan.built.deposit),
      seen: actual.content,
      adopted: false,
      attempts: [{ sent: plan.draft, net, gross }],
      ...(judged.ok ? {} : { shown: shownOf(plan.draft.uuid, { kind: 'draft', draft: actual }) }),
    },
    ...failed,
  }
  await platform.db.transaction(async (tx) => {
    await keep({ ...work, platform: { ...platform, db: tx } }, set)
    await filesAreDue(tx, row.companyId, row.id, instant(platform.clock))
    await timeline.flush(tx, row)
    await recordActivity(tx, {
      companyId: row.companyId,
      actor,
      type: 'transfer',
      action: 'draft_updated',
      description: `${jobTitle(row.servicem8Data, row.servicem8JobId)}: ${text}`,
      success: judged.ok,
      metadata: { jobUuid: row.servicem8JobId, transferId: row.id },
      at: instant(platform.clock),
    })
  })
  platform.live.publish(row.companyId, 'transfers', 'stats', 'activity')
  if (!judged.ok) throw new HttpError(409, judged.problem.code, text)
  return `${text}.`
}
