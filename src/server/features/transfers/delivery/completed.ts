import type { DraftContent, Invoice } from '#clients/fiken/types'
import { formatKroner } from '#shared/money'
import { instant } from '../../../platform/clock.ts'
import type { Found } from '../../documents/look-up.ts'
import { creditOfTaken, recordOf } from '../../drafts/deposit.ts'
import type { Amounts } from '../../drafts/totals-check.ts'
import { columnsOfJob } from '../../service-jobs/job-columns.ts'
import type { TransferRow } from '../tables.ts'
import type { Planned } from './prepare.ts'
import type { Run } from './context.ts'
import { nameOf, recipientColumns } from './differs.ts'
import { Ending } from './ending.ts'

export interface Verified {
  found: Found
  amounts: Amounts
  note: string | null
  seen: DraftContent | undefined
}

export async function completed(
  run: Run,
  plan: Planned,
  { found, amounts, note, seen }: Verified,
  invoice: Invoice | null,
  adopted: boolean,
): Promise<Ending> {
  const { platform, row } = run
  const { customerId } = found.kind === 'invoice' ? found.invoice : found.draft
  // A document accepted as it is may be made out to another recipient than the job's.
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

/** Returns the jobs' total in ServiceM8, in øre; null when any job's total cannot be read. */
function theirTotalOf(rows: readonly Pick<TransferRow, 'snapshot'>[]): number | null {
  let total = 0
  for (const { snapshot } of rows) {
    const amount = snapshot && columnsOfJob(snapshot).amount
    if (amount === null) return null
    total += amount
  }
  return total
}
