import type { Invoice } from '#clients/fiken/types'
import { isCauseCode } from '#shared/causes/index'
import { formatMonth } from '#shared/dates'
import { formatKroner } from '#shared/money'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { ClaimLost } from '../../documents/document-run.ts'
import type { AfterFault, Owner } from '../../documents/runner.ts'
import {
  deferQueued,
  holdBill,
  writeClaimed,
  type BillChange,
  type BillRow,
} from '../bill-store.ts'
import { billCauseText, transferStage } from '../causes.ts'
import { readSettings } from '../settings-store.ts'
import { writeSubscription } from '../subscriptions/subscription-store.ts'
import { settleEnded } from './end-bill.ts'
import { write, type BillEnding, type BillHold } from './run.ts'

const UNTIL_CONNECTED_MS = 60_000

export function ownerOf(hold: BillHold): Owner<BillEnding> {
  const { platform, bill } = hold
  return {
    platform,
    about: { bill: bill.id },
    end: (ending) => end(hold, ending),
    stopped: () => ({ kind: 'released' }),
    afterFault: () => Promise.resolve(afterFault(hold)),
  }
}

async function end(hold: BillHold, ending: BillEnding): Promise<void> {
  switch (ending.kind) {
    case 'done':
      return settleBill(hold, ending.invoice)
    case 'ended':
      return settleEnded(hold)
    case 'released':
      return write(hold, { claim: null, nextAttemptAt: null })
    case 'again': {
      const { at, cause, message = billCauseText(cause), change } = ending
      return write(hold, { ...change, claim: null, nextAttemptAt: at, cause, message })
    }
    case 'failed': {
      const { cause, message = billCauseText(cause), change } = ending
      return stopBill(hold.platform, hold.bill, hold.claim, { ...change, cause, message })
    }
  }
}

async function settleBill(
  { platform, bill, claim, adminUserId, slug }: BillHold,
  invoice: Invoice,
): Promise<void> {
  const now = instant(platform.clock)
  await platform.db.transaction(async (tx) => {
    // The account might be deleted by now.
    const companyId = (await holdBill(tx, bill.id))?.companyId ?? null
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
        ...(companyId === null ? { recipient: null } : {}),
        updatedAt: now,
      },
    )
    if (!written) throw new ClaimLost()
    if (companyId !== null)
      await writeSubscription(tx, companyId, { lastInvoiceDate: now, updatedAt: now })
    const what = `for ${formatMonth(bill.month)}: ${formatKroner(invoice.gross)}`
    for (const of of new Set([companyId, adminUserId])) {
      if (of === null) continue
      await recordActivity(tx, {
        companyId: of,
        actor: null,
        type: 'integration',
        action: 'subscription_invoiced',
        description:
          of === companyId
            ? `Faktura ${invoice.invoiceNumber} fra Fakturabro ${what}`
            : `Faktura ${invoice.invoiceNumber} til ${bill.recipient?.name ?? 'en kunde'} ${what}`,
        success: true,
        at: now,
      })
    }
  })
}

/**
 * Marks the bill as failed until an administrator retries it, and logs the reason for the sender of
 * the bills, in one transaction. Writes nothing if the run no longer holds the claim.
 */
async function stopBill(
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
      companyId: adminUserId,
      actor: null,
      type: 'error',
      action: 'subscription_bill_stopped',
      description: `Fakturaen til ${whose} for ${formatMonth(bill.month)} stoppet: ${change.message}`,
      success: false,
      at: now,
    })
  })
}

function afterFault(hold: BillHold): AfterFault {
  const { bill, platform } = hold
  const { clock, db, ladderScale } = platform
  return {
    context: {
      failures: bill.failures + 1,
      former: bill.cause !== null && isCauseCode(bill.cause) ? bill.cause : null,
      // A bill that is being ended is only searched for, which can be repeated safely.
      outcomeUnknown:
        bill.status !== 'ending' && (bill.outcomeUnknown || bill.invoiceRequest !== null),
      stage: transferStage(bill.stage),
    },
    giveBack: () => end(hold, { kind: 'released' }),
    waitForGrant: () => {
      const at = new Date(clock.now() + UNTIL_CONNECTED_MS * ladderScale)
      return end(hold, { kind: 'again', at, cause: 'connection_dead' })
    },
    tryAgain: async (decision, at) => {
      const { code: cause, failures } = decision
      const message = billCauseText(cause, decision.message)
      await end(hold, { kind: 'again', at, cause, message, change: { failures } })
      if (decision.pauseLane) await deferQueued(db, at)
    },
    fail: ({ code: cause, message }) =>
      end(hold, { kind: 'failed', cause, message: billCauseText(cause, message) }),
  }
}
