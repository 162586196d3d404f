import { isCauseCode } from '#shared/causes/index'
import type { AfterFault, Owner } from '../../documents/runner.ts'
import { deferQueued } from '../bill-store.ts'
import { billCauseText, transferStage } from '../causes.ts'
import { settleEnded } from './end-bill.ts'
import { write, type BillEnding, type BillHold } from './run.ts'
import { settleBill } from './settle.ts'
import { stopBill } from './stop-bill.ts'

/** The wait of bills that could not be sent because of a connection or a setting. */
const UNTIL_CONNECTED_MS = 60_000

/** Describes the held bill to the runner (documents/runner.ts). */
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

function afterFault(hold: BillHold): AfterFault {
  const { bill, platform } = hold
  const { clock, db, ladderScale } = platform
  return {
    context: {
      failures: bill.failures + 1,
      former: bill.cause !== null && isCauseCode(bill.cause) ? bill.cause : null,
      // A bill that is ending is only looked up, and a look-up may be repeated.
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
