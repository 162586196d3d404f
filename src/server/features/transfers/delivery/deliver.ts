import type { Invoice } from '#clients/fiken/types'
import { formatKroner } from '#shared/money'
import { isBeingUndone } from '#shared/transfer-status'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { configurationOf } from '../../configuration/queries.ts'
import type { Contact } from '#clients/fiken/types'
import { companyProfile } from '../../connections/company/company-profile.ts'
import { openFiken } from '../../connections/open-clients.ts'
import { matchRecipientOfJob } from '../../customers/chosen-for-job.ts'
import { recordOf } from '../../drafts/deposit.ts'
import { columnsOfJob } from '../../service-jobs/job-columns.ts'
import { wasSent } from '../queries.ts'
import type { TransferRow } from '../tables.ts'
import { createTimeline, type Timeline } from '../timeline.ts'
import { endingOf } from './before-send.ts'
import { build, type Planned } from './build.ts'
import { clearBackoffAfterOutage } from './claim-store.ts'
import { ClaimLost, enter, guardRequest, patch, type Lists, type Run } from './context.ts'
import { deleteDraft } from './delete-draft.ts'
import { readKnownSince } from './earlier/earlier-store.ts'
import { waitForLists } from './earlier/look-for-earlier.ts'
import { nameOf, recipientColumns } from './differs.ts'
import { endRun } from './end-run.ts'
import { Ending, failed, NotSent } from './ending.ts'
import { failRun } from './fail.ts'
import { fetchJob } from './fetch.ts'
import { issue } from './issue.ts'
import { judge } from './judge.ts'
import { lookUpSent, settleFormerCompany } from './look-up.ts'
import { send } from './send.ts'
import { blockerAtStart } from './settings-store.ts'
import { waitForAnswer } from './unanswered.ts'
import { verify, type Verified } from './verify.ts'

/**
 * Stage B of the pipeline: one transfer, from a claimed row to a checked draft. The steps in
 * their order, one file each; a step returns what the next one needs, or the run's ending.
 *
 *   look up  what is in Fiken of it, if it was ever sent    fetch    the job, when it must be fetched again
 *   judge    may it be invoiced, by all facts               match    who receives it
 *   build    the draft, or every problem                    check    our total against ServiceM8's
 *   reserve  the draft's uuid on the row                    send     look it up twice, adopt or create
 *   verify   what Fiken made of it                          issue    invoice mode only
 */
async function deliver(run: Run): Promise<Ending> {
  const former = await settleFormerCompany(run)
  if (former) return former
  const there = await lookUpSent(run)
  if (there instanceof Ending) return there
  const wait = there ? null : waitForLists(run)
  if (wait) return wait
  const snapshot = await fetchJob(run, there)
  const refused = await judge(run, snapshot, there)
  if (refused) return refused

  enter(run, 'match', 'Finner mottakeren i Fiken')
  const { platform, configuration, timeline, signal } = run
  const about = { snapshot, configuration, timeline, signal }
  const { userId, servicem8JobId: jobUuid, chosenRecipient } = run.row
  const job = { jobUuid, chosen: chosenRecipient }
  const { match: recipient, chosen } = await matchRecipientOfJob(
    platform,
    userId,
    run.fiken,
    job,
    about,
  )
  if (chosen !== chosenRecipient) patch(run, { chosenRecipient: chosen })
  if (recipient.kind === 'waiting') return waitForAnswer(recipient.why, recipient.until)
  if (recipient.kind === 'ambiguous') return waitForPerson(recipient.why)
  if (recipient.kind === 'problem') return failed(recipient.code, recipient.message)

  enter(run, 'build', 'Bygger utkastet')
  const plan = await build(run, snapshot, recipient)
  if (plan instanceof Ending) return plan

  enter(run, 'send', 'Ser etter utkastet i Fiken')
  reserve(run, plan, recipient)
  const sent = await send(run, plan, snapshot, there)
  if (sent instanceof Ending) return sent

  enter(run, 'verify', 'Kontrollerer utkastet i Fiken')
  const verified = await verify(run, plan, sent)
  if (verified instanceof Ending) return verified
  const invoice = await issue(run, verified.found, plan.draft.uuid)
  if (invoice instanceof Ending) return invoice
  return completed(run, plan, verified, invoice, sent.kind !== 'written')
}

/** A row that the lane has claimed, to be run. */
export interface Claimed {
  row: TransferRow
  claim: string
  signal: AbortSignal
  /** Where several runs go in step; null for one alone. */
  lists: Lists | null
}

/**
 * Runs a claimed row to its end: transferred, or its draft deleted ("Angre", delete-draft.ts).
 * Never throws: whatever happens is written on the row.
 *
 * @returns false when Fiken did not let us through, so that no other row would fare better now
 */
export async function runTransfer(platform: Platform, job: Claimed): Promise<boolean> {
  const { row: claimed, claim } = job
  const timeline = createTimeline(platform.clock)
  let run: Run | null = null
  const end = (ending: Ending, step: string = run?.stage ?? 'fetch') => {
    const row = run?.row ?? claimed
    const held = { row, claim, timeline, pendingPatch: run?.pendingPatch ?? {} }
    return endRun(platform, held, ending, { step })
  }
  try {
    const begun = await begin(platform, job, timeline)
    if (begun instanceof Ending) {
      await end(begun)
      return true
    }
    run = begun
    const isUndo = isBeingUndone(run.row)
    const ending = isUndo ? await deleteDraft(run) : await deliver(run)
    const isDone = ending.outcome.kind === 'completed'
    await end(ending, isUndo ? 'undo' : isDone ? 'settle' : run.stage)
    if (isDone && claimed.errorCode === 'fiken_down')
      await clearBackoffAfterOutage(platform.db, claimed.userId, instant(platform.clock))
  } catch (error) {
    const fail = (err: unknown) =>
      failRun(platform, { row: claimed, claim, timeline }, run?.stage ?? 'fetch', err)
    if (error instanceof ClaimLost) return true
    if (!(error instanceof NotSent)) return fail(error)
    await end(error.ending).catch(fail)
  }
  return true
}

async function begin(
  platform: Platform,
  { row, claim, signal, lists }: Claimed,
  timeline: Timeline,
): Promise<Run | Ending> {
  lists?.mayGoOn(row)
  // What may be in Fiken already is settled whether the integration is on or off.
  const asked = { userId: row.userId, askedWhileOff: row.askedWhileOff || wasSent(row) }
  const blocker = await blockerAtStart(platform.db, asked)
  if (blocker !== null) return endingOf(blocker, row)
  const configuration = await configurationOf(platform.db, row.userId)
  const slug = configuration.fikenCompanySlug
  if (!slug) return failed('no_company')
  const begun: { run: Run | null } = { run: null }
  const guard = async (request: { safe: boolean }) => {
    if (begun.run) await guardRequest(begun.run, request)
  }
  const options = { signal, observe: timeline.observe, guard }
  const { client } = await openFiken(platform, row.userId, options)
  const company = await companyProfile(platform, row.userId, slug, { refresh: 'if-old', client })
  if (!company) return failed('no_company')
  begun.run = {
    platform,
    row: { ...row },
    claim,
    knownSince: await readKnownSince(platform.db, row.userId),
    lists,
    timeline,
    signal,
    configuration,
    company,
    fiken: client.company(slug),
    beforeSend: null,
    pendingPatch: {},
    stage: 'fetch',
  }
  return begun.run
}

function waitForPerson(message: string): Ending {
  const cause = 'recipient_ambiguous'
  const outcome = { kind: 'waiting', reason: 'ambiguous_customer', cause, message } as const
  return new Ending(outcome, message, {}, 'text')
}

/**
 * The reserve step: the uuid is known to the database before the first request that asks for it leaves,
 * whatever happens to this process.
 */
function reserve(
  run: Run,
  { draft, built }: Planned,
  { contact, customerId }: { contact: Contact; customerId: string | null },
): void {
  patch(run, {
    customerId,
    fikenDraftUuid: draft.uuid,
    fikenCompanySlug: run.fiken.slug,
    fikenCustomerId: String(contact.contactId),
    fikenData: {
      ...run.row.fikenData,
      sent: draft,
      net: 0,
      gross: 0,
      expectedNet: built.net,
      expectedGross: built.gross,
      notes: built.notes,
      ...recordOf(built.deposit),
      adopted: false,
    },
  })
}

async function completed(
  run: Run,
  plan: Planned,
  { found, amounts, note, seen }: Verified,
  invoice: Invoice | null,
  adopted: boolean,
): Promise<Ending> {
  const { platform, row } = run
  const { customerId } = found.kind === 'invoice' ? found.invoice : found.draft
  // Accepted as it is, it may be for somebody else than the job.
  const recipient =
    customerId === plan.draft.customerId
      ? {}
      : recipientColumns(customerId, await nameOf(run, customerId))
  const what = invoice ? `faktura ${invoice.invoiceNumber}` : 'fakturautkast'
  const total = formatKroner(amounts.gross)
  return new Ending(
    { kind: 'completed' },
    `Ferdig: ${what} på ${total} i Fiken`,
    {
      outcomeUnknown: false,
      invoiceRequest: null,
      absence: null,
      overruled: [],
      ...recipient,
      fikenInvoiceDraftId:
        found.kind === 'draft' ? String(found.draft.draftId) : row.fikenInvoiceDraftId,
      fikenInvoiceId: invoice ? String(invoice.invoiceId) : null,
      fikenInvoiceNumber: invoice?.invoiceNumber ?? null,
      amount: amounts.gross,
      netAmount: amounts.net,
      fikenData: {
        sent: plan.draft,
        net: amounts.net,
        gross: amounts.gross,
        expectedNet: plan.built.net,
        expectedGross: plan.built.gross,
        notes: note === null ? plan.notes : [...plan.notes, note],
        theirTotal: row.snapshot ? columnsOfJob(row.snapshot).amount : null,
        leftOutGross: plan.built.leftOutGross,
        ...recordOf(plan.built.deposit),
        ...(seen ? { seen } : {}),
        adopted,
        attempts: [{ sent: plan.draft, net: amounts.net, gross: amounts.gross }],
      },
      completedAt: instant(platform.clock),
    },
    (title) => ({
      action: row.startedByWebhook ? 'webhook_auto_transfer' : 'transfer_completed',
      description: `${title} er overført til Fiken som ${what} (${total})`,
      success: true,
    }),
  )
}
