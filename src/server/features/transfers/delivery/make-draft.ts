import type { Contact } from '#clients/fiken/types'
import type { Invoice } from '#clients/fiken/types'
import { formatKroner } from '#shared/money'
import { instant } from '../../../platform/clock.ts'
import { creditOfTaken, recordOf } from '../../drafts/deposit.ts'
import type { Found } from '../../documents/find-draft.ts'
import { issueInvoice } from '../../documents/issue.ts'
import { columnsOfJob } from '../../service-jobs/job-columns.ts'
import type { TransferChange, TransferRow } from '../tables.ts'
import type { Planned } from './build.ts'
import { enter, type Run } from './context.ts'
import { nameOf, recipientColumns } from './differs.ts'
import { asInput, readDeposit } from '../deposits/read-deposit.ts'
import { documentOf } from './document.ts'
import { Ending, failed, failedBy } from './ending.ts'
import { send } from './send.ts'
import type { WatchJob } from './still-as-fetched.ts'
import { verify, type Verified } from './verify.ts'

/**
 * The last steps, once the uuid is on the row: the draft is made in Fiken, read back and, where the
 * person wants that, issued.
 *
 * @param watch whether what is about to be sent is still so; null where it is there already
 * @param there what is in Fiken already
 */
export async function makeDraft(
  run: Run,
  plan: Planned,
  { watch, there }: { watch: WatchJob | null; there: Found | null },
): Promise<Ending> {
  const sent = await send(run, plan, watch, there)
  if (sent instanceof Ending) return sent

  enter(run, 'verify', 'Kontrollerer utkastet i Fiken')
  const verified = await verify(run, plan, sent)
  if (verified instanceof Ending) return verified
  const lost = await depositLost(run, plan, verified.found)
  if (lost) return lost
  const invoice = await issue(run, verified.found, plan.draft.uuid)
  if (invoice instanceof Ending) return invoice
  return completed(run, plan, verified, invoice, sent.kind !== 'written')
}

/**
 * The deposit's invoice has been credited since the draft was built: an invoice of it would be final, and
 * is not made.
 */
async function depositLost(run: Run, { built, draft }: Planned, found: Found) {
  const { configuration, platform, row, fiken, signal } = run
  if (!built.deposit || found.kind === 'invoice') return null
  if (configuration.invoiceCreationMode !== 'invoice') return null
  const { userId, id: transferId, deposit: chosen } = row
  const of = { userId, transferId, chosen, contactId: draft.customerId, draftUuid: draft.uuid }
  const { problems } = asInput(await readDeposit(platform.db, fiken, of, signal))
  return problems.length > 0 ? failedBy(problems) : null
}

/** The issue step, in invoice mode only (documents/issue.ts). Null when the user wants drafts. */
async function issue(run: Run, found: Found, uuid: string): Promise<Invoice | Ending | null> {
  if (found.kind === 'invoice') return found.invoice
  if (run.configuration.invoiceCreationMode !== 'invoice') return null
  if (found.draft.customerInactive) return failed('contact_inactive')
  enter(run, 'issue', 'Lager faktura av utkastet')
  const issued = await issueInvoice(documentOf(run, uuid), found.draft.draftId)
  return 'invoice' in issued ? issued.invoice : issued.ending
}

/**
 * The reserve step: what a row says before the first request leaves that asks for its uuid, so that the
 * database knows it whatever happens to this process.
 */
export function reserved(
  run: Run,
  { draft, built }: Planned,
  { contact, customerId }: { contact: Contact; customerId: string | null },
): TransferChange {
  return {
    customerId,
    collectiveId: null,
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
  }
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
        theirTotal: theirTotalOf([row, ...run.others]),
        leftOutGross: plan.built.leftOutGross,
        ...recordOf(plan.built.deposit),
        ...(seen ? { seen } : {}),
        adopted,
        attempts: [{ sent: plan.draft, net: amounts.net, gross: amounts.gross }],
      },
      depositCredit: creditOfTaken(plan.built.deposit),
      completedAt: instant(platform.clock),
    },
    (title) => ({
      action: row.startedByWebhook ? 'webhook_auto_transfer' : 'transfer_completed',
      description: `${title} er overført til Fiken som ${what} (${total})`,
      success: true,
    }),
  )
}

/** What the jobs come to in ServiceM8, øre; null where one of them cannot be read. */
function theirTotalOf(rows: readonly Pick<TransferRow, 'snapshot'>[]): number | null {
  let total = 0
  for (const { snapshot } of rows) {
    const amount = snapshot && columnsOfJob(snapshot).amount
    if (amount === null) return null
    total += amount
  }
  return total
}
