import type { Invoice } from '#clients/fiken/types'
import { formatMonth } from '#shared/dates'
import { formatKroner } from '#shared/money'
import { instant } from '../../../platform/clock.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { ClaimLost } from '../../documents/document-run.ts'
import { writeSubscription } from '../subscriptions/subscription-store.ts'
import { holdBill, writeClaimed } from '../bill-store.ts'
import type { BillHold } from './run.ts'

/** Stores that the bill is an invoice: row, subscription and both activity logs, in one transaction. */
export async function settleBill(
  { platform, bill, claim, adminUserId, slug }: BillHold,
  invoice: Invoice,
): Promise<void> {
  const now = instant(platform.clock)
  await platform.db.transaction(async (tx) => {
    // The account may have been deleted since the run began.
    const userId = (await holdBill(tx, bill.id))?.userId ?? null
    const written = await writeClaimed(
      tx,
      { id: bill.id, claim },
      {
        status: 'done',
        claim: null,
        companySlug: slug,
        invoiceId: String(invoice.invoiceId),
        invoiceNumber: invoice.invoiceNumber,
        saleId: invoice.saleId === null ? null : String(invoice.saleId),
        gross: invoice.gross,
        outcomeUnknown: false,
        nextAttemptAt: null,
        cause: null,
        message: null,
        ...(userId === null ? { recipient: null } : {}),
        updatedAt: now,
      },
    )
    if (!written) throw new ClaimLost()
    if (userId !== null)
      await writeSubscription(tx, userId, { lastInvoiceDate: now, updatedAt: now })
    const what = `for ${formatMonth(bill.month)}: ${formatKroner(invoice.gross)}`
    for (const of of new Set([userId, adminUserId])) {
      if (of === null) continue
      await recordActivity(tx, {
        userId: of,
        type: 'integration',
        action: 'subscription_invoiced',
        description:
          of === userId
            ? `Faktura ${invoice.invoiceNumber} fra Fakturabro ${what}`
            : `Faktura ${invoice.invoiceNumber} til ${bill.recipient?.name ?? 'en kunde'} ${what}`,
        success: true,
        at: now,
      })
    }
  })
}
