import { lazy, Suspense } from 'react'
import type { Transfer } from '#shared/contracts/transfers/row'
import { useFirstAnswers } from '../../../lib/query-client.ts'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { useAttachments } from '../attachments/queries.ts'
import { isBelowZero } from '../credits/credit-state.ts'
import { useInvoicesToCredit } from '../credits/queries.ts'
import { useDeposit, useJobPayments } from '../deposits/queries.ts'
import { useTimeline } from '../queries.ts'
import { text } from '../text.ts'
import { wasSent } from '../transfer-state.ts'
import { usePreview } from './preview-queries.ts'
import { TransferFacts } from './TransferFacts.tsx'

const DraftPreview = lazy(() =>
  import('./DraftPreview.tsx').then((part) => ({ default: part.DraftPreview })),
)
const Deposits = lazy(() =>
  import('../deposits/Deposits.tsx').then((part) => ({ default: part.Deposits })),
)
const Credits = lazy(() =>
  import('../credits/Credits.tsx').then((part) => ({ default: part.Credits })),
)
const Attachments = lazy(() =>
  import('../attachments/Attachments.tsx').then((part) => ({ default: part.Attachments })),
)
const Timeline = lazy(() => import('./Timeline.tsx').then((part) => ({ default: part.Timeline })))

/**
 * The draft, the deposit, the facts, the files and what has happened. In one piece, once their first answers are
 * there: each would push down those below it.
 */
export function TransferDetails({ transfer }: { transfer: Transfer }) {
  const sent = wasSent(transfer)
  const preview = usePreview(transfer, { sent, enabled: sent })
  const attachments = useAttachments(transfer.id)
  const timeline = useTimeline(transfer.id)
  const deposit = useDeposit(transfer.id)
  const payments = useJobPayments(transfer.id)
  const toCredit = useInvoicesToCredit(transfer)
  const ready = useFirstAnswers(
    [],
    [
      attachments,
      timeline,
      deposit,
      payments,
      ...(sent ? [preview] : []),
      ...(isBelowZero(transfer) ? [toCredit] : []),
    ],
  )
  const skeleton = <SkeletonRows label={text.loading} />
  if (!ready) return skeleton
  return (
    <Suspense fallback={skeleton}>
      {(transfer.credit?.inFull || isBelowZero(transfer)) && (
        <Credits transfer={transfer} asked={toCredit} />
      )}
      <DraftPreview transfer={transfer} />
      <Deposits transfer={transfer} />
      <div className="border-t border-line pt-4">
        <TransferFacts transfer={transfer} />
      </div>
      <Attachments transfer={transfer} />
      <Timeline id={transfer.id} />
    </Suspense>
  )
}
