import { formatMonth } from '#shared/dates'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { readSettings } from '../settings-store.ts'
import { writeClaimed, type BillChange, type BillRow } from '../bill-store.ts'

/**
 * Stops the bill until an administrator tries it again, and logs why for the sender of the bills, in
 * one transaction. A run that has lost the bill writes nothing.
 */
export async function stopBill(
  { db, clock }: Platform,
  bill: BillRow,
  claim: string,
  change: BillChange & { message: string },
): Promise<void> {
  const now = instant(clock)
  await db.transaction(async (tx) => {
    const stopped = { ...change, claim: null, status: 'failed', nextAttemptAt: null } as const
    if (!(await writeClaimed(tx, { id: bill.id, claim }, { ...stopped, updatedAt: now }))) return
    const { adminUserId } = await readSettings(tx)
    if (adminUserId === null) return
    const whose = bill.recipient?.name ?? 'en slettet konto'
    await recordActivity(tx, {
      userId: adminUserId,
      type: 'error',
      action: 'subscription_bill_stopped',
      description: `Fakturaen til ${whose} for ${formatMonth(bill.month)} stoppet: ${change.message}`,
      success: false,
      at: now,
    })
  })
}
