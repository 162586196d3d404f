import type { Invoice } from '#clients/fiken/types'
import { jobTitle } from '#shared/transfer-display'
import { formatKroner } from '#shared/money'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { configurationOf } from '../configuration/read-configuration.ts'
import { companyProfile } from '../connections/company-profile.ts'
import { openFiken } from '../connections/open-clients.ts'
import { matchRecipient } from '../customers/match-recipient.ts'
import { nameOf, recipientColumns } from './adopt.ts'
import { build, type Planned } from './build.ts'
import { endBadly } from './end-badly.ts'
import { fetchJob } from './fetch-job.ts'
import { issue } from './issue.ts'
import { hastenAfterOutage } from './lane-store.ts'
import { isBeingUndone } from './is-being-undone.ts'
import { judge } from './judge.ts'
import { columnsOfJob } from './row-of-job.ts'
import { ClaimLost, enter, lay, mayLeave, write, type Run } from './run.ts'
import { lookUpSent, send, settleFormerCompany } from './send.ts'
import { notWanted } from './still-wanted.ts'
import { failWith, Stop } from './stop.ts'
import type { TransferRow } from './store.ts'
import { takeBack } from './take-back.ts'
import { createJournal, type Journal } from './timeline.ts'
import { waitForAnswer } from './unanswered.ts'
import { verify, type Verified } from './verify.ts'

/**
 * Stage B of the road: one transfer, from a claimed row to a checked draft. The steps stand here in their order; each is one file.
 *
 *   look up  what is in Fiken of it, if it was ever sent    fetch    the job, when it must be fetched again
 *   judge    may it be invoiced, by all facts               match    who receives it
 *   build    the draft, or every problem                    check    our total against ServiceM8's
 *   reserve  the draft's uuid on the row                    send     look it up twice, adopt or create
 *   verify   what Fiken made of it                          issue    invoice mode only
 *   settle   status, ids, amounts, timeline and log in one statement
 *
 * A row that a person takes back ("Angre") goes the other way instead: take-back.ts.
 *
 * Never throws: whatever happens is written on the row (end-badly.ts).
 */
export async function runTransfer(platform: Platform, claimed: TransferRow, claim: string, signal: AbortSignal): Promise<void> {
  const journal = createJournal(platform.clock)
  let run: Run | null = null
  try {
    run = await begin(platform, claimed, claim, journal, signal)
    if (isBeingUndone(run.row)) return await takeBack(run)
    await settleFormerCompany(run)
    const there = await lookUpSent(run)
    const snapshot = await fetchJob(run, there)
    await judge(run, snapshot, there)

    enter(run, 'match', 'Finner mottakeren i Fiken')
    const recipient = await matchRecipient(platform, run.row.userId, run.fiken, {
      snapshot,
      configuration: run.configuration,
      journal,
      signal,
    })
    if (recipient.kind === 'waiting') throw waitForAnswer(recipient.why, recipient.until)
    if (recipient.kind === 'ambiguous') throw waitForPerson(recipient.why)
    if (recipient.kind === 'problem') throw failWith(recipient.code, recipient.message)

    enter(run, 'build', 'Bygger utkastet')
    const plan = await build(run, snapshot, recipient)

    enter(run, 'send', 'Ser etter utkastet i Fiken')
    reserve(run, plan, recipient.contact.contactId)
    const sent = await send(run, plan, snapshot, there)

    enter(run, 'verify', 'Kontrollerer utkastet i Fiken')
    const verified = await verify(run, plan, sent)
    const invoice = await issue(run, verified.found, plan.draft.uuid)
    await settle(run, plan, verified, invoice, sent.kind !== 'written')
    if (claimed.errorCode === 'fiken_down') await hastenAfterOutage(platform.db, claimed.userId, instant(platform.clock))
  } catch (error) {
    if (error instanceof ClaimLost) return
    await endBadly(platform, claimed, claim, journal, run?.stage ?? 'fetch', error)
  }
}

async function begin(platform: Platform, row: TransferRow, claim: string, journal: Journal, signal: AbortSignal): Promise<Run> {
  const configuration = await configurationOf(platform.db, row.userId)
  // What may lie in Fiken already is settled whether the integration is on or off.
  const maySettle = row.outcomeUnknown || row.fikenInvoiceDraftId !== null
  const unwanted = notWanted({ ...configuration, userIsActive: true }, { askedWhileOff: row.askedWhileOff || maySettle }, null)
  const slug = configuration.fikenCompanySlug
  if (unwanted || !slug) throw unwanted ?? failWith('no_company')
  const begun: { run: Run | null } = { run: null }
  const guard = async (request: { safe: boolean }) => {
    if (begun.run) await mayLeave(begun.run, request)
  }
  const { client } = await openFiken(platform, row.userId, { signal, observe: journal.observe, guard })
  const company = await companyProfile(platform, row.userId, slug, { refresh: 'if-old', client })
  if (!company) throw failWith('no_company')
  begun.run = {
    platform,
    row: { ...row },
    claim,
    journal,
    signal,
    configuration,
    company,
    fiken: client.company(slug),
    lastWord: { ask: null },
    unwritten: { change: {} },
    stage: 'fetch',
  }
  return begun.run
}

function waitForPerson(why: string): Stop {
  return new Stop(why, {
    status: 'pending',
    pendingReason: 'ambiguous_customer',
    errorCode: 'recipient_ambiguous',
    errorMessage: why,
  })
}

/** Gate 4: the uuid is known to the database before the first request that asks for it leaves, whatever happens to this process. */
function reserve(run: Run, { draft, built }: Planned, contactId: number): void {
  lay(run, {
    fikenDraftUuid: draft.uuid,
    fikenCompanySlug: run.fiken.slug,
    fikenCustomerId: String(contactId),
    fikenData: {
      ...run.row.fikenData,
      sent: draft,
      net: 0,
      gross: 0,
      expectedNet: built.net,
      expectedGross: built.gross,
      notes: built.notes,
      adopted: false,
    },
  })
}

async function settle(
  run: Run,
  plan: Planned,
  { found, amounts, note, seen }: Verified,
  invoice: Invoice | null,
  adopted: boolean,
): Promise<void> {
  const { platform, row, journal } = run
  const now = instant(platform.clock)
  const title = jobTitle(row.servicem8Data, row.servicem8JobId)
  const { customerId } = found.kind === 'invoice' ? found.invoice : found.draft
  // Accepted as it is, it may be for somebody else than the job.
  const recipient = customerId === plan.draft.customerId ? {} : recipientColumns(customerId, await nameOf(run, customerId))
  const what = invoice ? `faktura ${invoice.invoiceNumber}` : 'fakturautkast'
  journal.step('settle', `Ferdig: ${what} på ${formatKroner(amounts.gross)} i Fiken`)
  await write(
    run,
    {
      status: 'completed',
      stage: 'done',
      claim: null,
      claimedAt: null,
      attempts: 0,
      nextAttemptAt: null,
      outcomeUnknown: false,
      invoiceRequest: null,
      absence: null,
      overruled: [],
      pendingReason: null,
      errorCode: null,
      errorMessage: null,
      ...recipient,
      fikenInvoiceDraftId: found.kind === 'draft' ? String(found.draft.draftId) : row.fikenInvoiceDraftId,
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
        ...(seen ? { seen } : {}),
        adopted,
        attempts: [{ sent: plan.draft, net: amounts.net, gross: amounts.gross }],
      },
      completedAt: now,
    },
    {
      userId: row.userId,
      type: 'transfer',
      action: 'webhook_auto_transfer',
      description: `${title} er overført til Fiken som ${what} (${formatKroner(amounts.gross)})`,
      success: true,
      metadata: { jobUuid: row.servicem8JobId, transferId: row.id },
      at: now,
    },
  )
}
