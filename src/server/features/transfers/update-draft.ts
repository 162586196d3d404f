import type { InvoiceDraft } from '#clients/fiken/types'
import { isExternalError } from '#clients/http/external-error'
import { causeOf } from '#shared/causes'
import { formatKroner } from '#shared/money'
import { jobTitle } from '#shared/transfer-display'
import { may } from '#shared/transfer-status'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { recordActivity } from '../activity-log/record.ts'
import { configurationOf } from '../configuration/read-configuration.ts'
import { companyProfile } from '../connections/company-profile.ts'
import { openFiken } from '../connections/open-clients.ts'
import { vendorFailure } from '../connections/vendor-failure.ts'
import { foreseeRecipient } from '../customers/match-recipient.ts'
import { changedMeanwhile, underLock, wanted } from './acts.ts'
import { build, type Planned, type Receiver } from './build.ts'
import { checkReadBack } from './check.ts'
import { changesOf, isAsSent } from './draft-changes.ts'
import { findInFiken } from './find-in-fiken.ts'
import { gather } from './gather.ts'
import { emptyLook } from './nothing-there.ts'
import { columnsOfJob } from './row-of-job.ts'
import type { Work } from './run.ts'
import type { FikenOutcome, JobSnapshot } from './snapshot.ts'
import { shownOf } from './shown-draft.ts'
import { Stop } from './stop.ts'
import { changeTransfer, type NewTransfer, type TransferRow } from './store.ts'
import { listed } from './take-back.ts'
import { createJournal } from './timeline.ts'

/**
 * "Oppdater utkast": the job has changed since, and the draft that we made of it is written anew, whole, under its own id and uuid; a second
 * one is never made. Refused where a person has touched the draft, or invoiced it: what they have written is not ours to overwrite.
 *
 * What is about to be written stands on the row first, so that a draft written by a request whose answer was lost is known as ours.
 *
 * @throws Refusal 404, 409 with the reason; what a vendor answers
 */
export async function updateDraft(platform: Platform, userId: string, id: string): Promise<string> {
  const row = await wanted(platform, userId, id)
  const outcome = refuseOther(row)
  try {
    const work = await open(platform, row)
    const snapshot = await fetchAnew(work)
    const plan = await build(work, snapshot, await receiverOf(work, snapshot))
    const draft = { ...plan.draft, uuid: row.fikenDraftUuid ?? '' }
    if (plan.draft.uuid !== draft.uuid) {
      throw new Refusal(409, 'other_account', 'Utkastet ble laget fra en annen ServiceM8-konto. Rett det i Fiken.')
    }
    const draftId = await untouched(work, outcome)
    const { net, gross } = plan.built
    const asked = await keep(work, { fikenData: { ...outcome, attempted: { sent: draft, net, gross } } })
    await work.fiken.drafts.update(draftId, draft)
    const actual = await work.fiken.drafts.get(draftId)
    return await settle({ ...work, row: asked }, snapshot, { ...plan, draft }, actual)
  } catch (error) {
    if (error instanceof Stop) throw new Refusal(409, error.change.errorCode ?? 'not_possible', error.message)
    if (isExternalError(error, 'not_found')) {
      throw new Refusal(409, 'draft_gone', 'Utkastet finnes ikke lenger i Fiken, eller er fakturert. Sjekk måneden på nytt.')
    }
    throw vendorFailure(error, 'Kunne ikke oppdatere utkastet.')
  }
}

function refuseOther(row: TransferRow): FikenOutcome {
  if (!may('updateDraft', row.status)) {
    throw new Refusal(409, 'wrong_status', 'Bare utkastet til en fullført overføring kan oppdateres.', { status: row.status })
  }
  if (row.fikenInvoiceNumber !== null) throw invoiced(row.fikenInvoiceNumber)
  if (!row.fikenData || row.fikenInvoiceDraftId === null || !row.fikenDraftUuid) {
    throw new Refusal(409, 'no_draft', 'Overføringen har ikke noe utkast å oppdatere.')
  }
  return row.fikenData
}

function invoiced(number: string): Refusal {
  const { title, explanation } = causeOf('already_invoiced')
  return new Refusal(409, 'already_invoiced', `${title} (faktura ${number}). ${explanation}`)
}

/** What the steps of the road share, for somebody who waits at a screen. Nothing is claimed: the row stays completed throughout. */
async function open(platform: Platform, row: TransferRow): Promise<Work> {
  const configuration = await configurationOf(platform.db, row.userId)
  const slug = configuration.fikenCompanySlug
  if (slug === null || slug !== row.fikenCompanySlug || configuration.requiresCompanySelection) {
    throw new Refusal(409, 'other_company', 'Utkastet ligger i et annet selskap enn det som er valgt nå. Rett det i Fiken.')
  }
  const journal = createJournal(platform.clock)
  const { client } = await openFiken(platform, row.userId, { interactive: true, observe: journal.observe })
  const company = await companyProfile(platform, row.userId, slug, { client })
  if (!company) throw new Refusal(409, 'no_company', causeOf('no_company').explanation)
  return {
    platform,
    row,
    journal,
    signal: new AbortController().signal,
    configuration,
    company,
    fiken: client.company(slug),
  }
}

async function fetchAnew({ platform, row, journal }: Work): Promise<JobSnapshot> {
  const { snapshot } = await gather(platform, row.userId, row.servicem8JobId, {
    withPayments: false,
    leftOut: row.snapshot?.leftOut,
    interactive: true,
    observe: journal.observe,
  })
  if (!snapshot.job.active) throw new Refusal(409, 'job_gone', causeOf('job_gone').explanation)
  if (snapshot.job.status !== 'Completed') throw new Refusal(409, 'job_reopened', causeOf('job_reopened').explanation)
  return snapshot
}

/** Nobody is made, and nothing is decided about who it is: that is the road's affair. */
async function receiverOf({ platform, row, configuration, fiken, signal }: Work, snapshot: JobSnapshot): Promise<Receiver> {
  const foreseen = await foreseeRecipient(platform, row.userId, fiken, { snapshot, configuration, signal })
  if (foreseen.kind === 'problem') throw new Refusal(409, foreseen.code, foreseen.message)
  if (foreseen.kind === 'existing') {
    const contact = foreseen.contact ?? (await fiken.contacts.get(Number(row.fikenCustomerId)))
    return { contact, recipient: foreseen.recipient }
  }
  throw new Refusal(
    409,
    'recipient_changed',
    'Mottakeren på jobben er endret, og finnes ikke sikkert i Fiken. Angre overføringen og start den på nytt, eller rett utkastet i Fiken.',
  )
}

/** The draft's id, when it is there as we left it. @throws Refusal */
async function untouched(work: Work, outcome: FikenOutcome): Promise<number> {
  const { fiken, row } = work
  const found = await findInFiken(fiken, { uuid: row.fikenDraftUuid ?? '', draftId: Number(row.fikenInvoiceDraftId) })
  if (found.kind === 'invoice') throw invoiced(found.invoice.invoiceNumber)
  if (found.kind === 'nothing') {
    await keep(work, { absence: emptyLook(work).absence })
    throw new Refusal(409, 'draft_deleted', causeOf('draft_deleted').explanation)
  }
  const { draft } = found
  const changes = changesOf(outcome, draft)
  const isOurs = changes.length === 0 || (outcome.attempted && changesOf(outcome.attempted, draft).length === 0)
  if (isOurs) return draft.draftId
  throw new Refusal(
    409,
    'draft_changed',
    `Noen har endret ${listed(changes)} på utkastet i Fiken, så det overskrives ikke herfra. Rett det i Fiken.`,
  )
}

/** Written only on the row as it was read; whoever else has done something to it meanwhile was first. */
async function keep({ platform, row }: Work, set: Partial<NewTransfer>): Promise<TransferRow> {
  return underLock(platform, row.userId, row.id, async (inside, now) => {
    if (now.updatedAt.getTime() !== row.updatedAt.getTime()) throw changedMeanwhile()
    const change = { ...set, updatedAt: instant(platform.clock) }
    const written = await changeTransfer(inside.db, row, ['completed'], change)
    if (!written) throw changedMeanwhile()
    return written
  })
}

/** What Fiken made of it is read back and must be what we computed, but for rounding, as at the first time; else a person looks. */
async function settle(work: Work, snapshot: JobSnapshot, plan: Planned, actual: InvoiceDraft): Promise<string> {
  const { platform, row, journal } = work
  const { net, gross } = actual
  const judged = checkReadBack(plan.expected, actual, { asSent: isAsSent(plan.draft, actual.content) })
  const note = judged.ok ? judged.note : null
  const text = judged.ok ? `Utkastet er oppdatert til ${formatKroner(gross)}` : judged.problem.message
  journal.person('update', 'Oppdater utkast')
  journal.step('verify', text, judged.ok)
  if (note !== null) journal.step('verify', note, null)
  const failed = judged.ok ? {} : { status: 'failed', errorCode: judged.problem.code, errorMessage: judged.problem.message }
  const set = {
    ...columnsOfJob(snapshot),
    amount: gross,
    netAmount: net,
    fikenCustomerId: String(plan.draft.customerId),
    fikenData: {
      sent: plan.draft,
      net,
      gross,
      expectedNet: plan.built.net,
      expectedGross: plan.built.gross,
      notes: note === null ? plan.notes : [...plan.notes, note],
      theirTotal: columnsOfJob(snapshot).amount,
      leftOutGross: plan.built.leftOutGross,
      seen: actual.content,
      adopted: false,
      attempts: [{ sent: plan.draft, net, gross }],
      ...(judged.ok ? {} : { shown: shownOf(plan.draft.uuid, { kind: 'draft', draft: actual }) }),
    },
    ...failed,
  }
  await platform.db.transaction(async (tx) => {
    await keep({ ...work, platform: { ...platform, db: tx } }, set)
    await journal.flush(tx, row)
    await recordActivity(tx, {
      userId: row.userId,
      type: 'transfer',
      action: 'draft_updated',
      description: `${jobTitle(row.servicem8Data, row.servicem8JobId)}: ${text}`,
      success: judged.ok,
      metadata: { jobUuid: row.servicem8JobId, transferId: row.id },
      at: instant(platform.clock),
    })
  })
  platform.live.tell(row.userId, 'transfers', 'stats', 'activity')
  if (!judged.ok) throw new Refusal(409, judged.problem.code, text)
  return `${text}.`
}
