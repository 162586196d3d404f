import { lazy, Suspense } from 'react'
import type { Transfer } from '#shared/contracts/transfers/row'
import { useMay } from '../../../lib/access/may.tsx'
import { useFirstAnswers } from '../../../lib/query-client.ts'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { useJobsCollective } from '../../collective/queries.ts'
import { useAttachments } from '../attachments/queries.ts'
import { isBelowZero } from '../credit-state.ts'
import { useInvoicesToCredit } from '../credits/queries.ts'
import { useDeposit, useJobPayments } from '../deposits/queries.ts'
import { wasSent } from '../transfer-state.ts'
import { usePreview, useTimeline } from './preview-queries.ts'
import { TransferFacts } from '../list/TransferFacts.tsx'

const DraftPreview = lazy(() =>
  import('./DraftPreview.tsx').then((part) => ({ default: part.DraftPreview })),
)
const EnterAddress = lazy(() =>
  import('./EnterAddress.tsx').then((part) => ({ default: part.EnterAddress })),
)
const InvoicesToCredit = lazy(() =>
  import('../credits/InvoicesToCredit.tsx').then((part) => ({ default: part.InvoicesToCredit })),
)
const NewDraft = lazy(() =>
  import('../credits/NewDraft.tsx').then((part) => ({ default: part.NewDraft })),
)
const OptionalParts = lazy(() =>
  import('./OptionalParts.tsx').then((part) => ({ default: part.OptionalParts })),
)
const Timeline = lazy(() => import('./Timeline.tsx').then((part) => ({ default: part.Timeline })))

/**
 * The drawer's parts: what the row knows, shown at once, and below it the others, shown once all
 * first responses have arrived, so that nothing moves.
 */
export function TransferDetails({ transfer }: { transfer: Transfer }) {
  const sent = wasSent(transfer)
  const mayAct = useMay()('transfers')
  const preview = usePreview(transfer, { sent, enabled: sent })
  const attachments = useAttachments(transfer.id)
  const timeline = useTimeline(transfer.id)
  const deposit = useDeposit(transfer.id)
  const payments = useJobPayments(transfer.id)
  const toCredit = useInvoicesToCredit(transfer)
  const collective = useJobsCollective(transfer.id)
  const ready = useFirstAnswers(
    [],
    [
      attachments,
      timeline,
      deposit,
      payments,
      collective,
      ...(sent ? [preview] : []),
      ...(isBelowZero(transfer) ? [toCredit] : []),
    ],
  )
  const skeleton = <SkeletonRows />
  return (
    <>
      <div className="border-t border-line pt-4">
        <TransferFacts transfer={transfer} />
      </div>
      {!ready ? (
        skeleton
      ) : (
        <Suspense fallback={skeleton}>
          {isBelowZero(transfer) && <InvoicesToCredit asked={toCredit} />}
          {mayAct && transfer.errorCode === 'address_missing' && (
            <EnterAddress transfer={transfer} />
          )}
          {mayAct && transfer.credit?.inFull && <NewDraft transfer={transfer} />}
          <DraftPreview transfer={transfer} />
          <OptionalParts transfer={transfer} />
          <Timeline id={transfer.id} />
        </Suspense>
      )}
    </>
  )
}
