import type { FikenCompany } from '#clients/fiken/client'
import { creditedOf } from '#shared/credit'
import { formatKroner } from '#shared/money'
import { jobTitle } from '#shared/transfer-display'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordActivity } from '../activity-log/record.ts'
import { readCreditNotes } from '../documents/credit-notes.ts'
import { writeReplaced, type UnsettledReplaced } from '../transfers/payment-store.ts'

/**
 * Reads the invoices that new drafts replace and that might not be credited in full; their credit
 * notes show whether they are. If only part of an invoice is credited, both the invoice and the new
 * draft charge the customer, and the row and the log say so.
 * @returns true if something was changed
 * @throws ExternalError, LimiterBusy, LimiterClosed
 */
export async function readReplaced(
  platform: Platform,
  companyId: string,
  company: FikenCompany,
  unsettled: readonly UnsettledReplaced[],
  signal: AbortSignal,
): Promise<boolean> {
  const byUuid = Map.groupBy(unsettled, ({ replaces }) => replaces.draftUuid)
  let changed = false
  for (const [uuid, rows] of byUuid) {
    const invoice = await company.invoices.findByDraftUuid(uuid.toLowerCase(), signal)
    if (!invoice) continue
    const notes = await readCreditNotes(company, [invoice], { signal })
    const { sum, inFull, doubt } = creditedOf(invoice, notes)
    // Unreadable credit notes are requested again in the next run.
    if (doubt !== null) continue
    const credited = { sum, gross: invoice.gross, inFull }
    for (const row of rows) {
      const before = row.replaces.credited
      if (before && before.sum === sum && before.inFull === inFull) continue
      changed = true
      await writeReplaced(platform.db, companyId, {
        ...row,
        replaces: { ...row.replaces, credited },
      })
      if (!inFull && row.isMade) await record(platform, companyId, row, credited)
    }
  }
  return changed
}

async function record(
  { db, clock }: Platform,
  companyId: string,
  { transferId, servicem8JobId, servicem8Data, replaces }: UnsettledReplaced,
  { sum, gross }: { sum: number; gross: number },
): Promise<void> {
  await recordActivity(db, {
    companyId,
    actor: null,
    type: 'transfer',
    action: 'replaced_not_credited',
    description: `${jobTitle(servicem8Data, servicem8JobId)} er fakturert på nytt, men av faktura ${replaces.invoiceNumber} er bare ${formatKroner(sum)} av ${formatKroner(gross)} kreditert`,
    success: false,
    metadata: { jobUuid: servicem8JobId, transferId },
    at: instant(clock),
  })
}
