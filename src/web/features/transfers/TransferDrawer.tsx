import { useQuery } from '@tanstack/react-query'
import { ExternalLink, Play, Undo2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { readTransfer, type Transfer } from '#shared/contracts/transfers'
import { errorText } from '../../lib/api.ts'
import { polling } from '../../lib/query-client.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { CauseBox } from './CauseBox.tsx'
import { CustomerChoice } from './CustomerChoice.tsx'
import { openDraft } from './open-draft.ts'
import { OverrulingQuestion } from './Overruling.tsx'
import { ProcessingIndicator } from './ProcessingIndicator.tsx'
import { text as payments } from './payment-text.ts'
import { PaymentChip, PaymentFacts } from './PaymentChip.tsx'
import { paceOf, usePlaces, useTransferActs } from './queries.ts'
import { text } from './text.ts'
import { actsOn, explanationOf, isBeingUndone, isInvoiced, mendedBy, titleOf } from './transfer-state.ts'
import { TransferFacts } from './TransferFacts.tsx'
import { OPEN_PARAM } from './TransferList.tsx'
import { TransferStatus } from './TransferStatus.tsx'
import { UndoButton } from './UndoButton.tsx'

// Most who look at a list open nothing: what only the drawer shows is fetched with it.
const DraftPreview = lazy(() => import('./DraftPreview.tsx').then((part) => ({ default: part.DraftPreview })))
const Timeline = lazy(() => import('./Timeline.tsx').then((part) => ({ default: part.Timeline })))

/** The transfer that the address names, in a drawer: everything about it, why it stands still, and what has happened to it. */
export function TransferDrawer() {
  const [search, setSearch] = useSearchParams()
  const id = search.get(OPEN_PARAM)
  const close = () =>
    setSearch(
      (now) => {
        now.delete(OPEN_PARAM)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  const { data, error, refetch } = useQuery({
    ...polling(readTransfer, { params: { id: id ?? '' } }, 0),
    refetchInterval: (known) => paceOf(known.state.data && [known.state.data]),
    enabled: id !== null,
  })
  return (
    <Sheet
      open={id !== null}
      onOpenChange={(open) => {
        if (!open) close()
      }}
      title={data ? titleOf(data) : text.title}
      aside={
        data && (
          <span className="flex flex-wrap gap-1.5">
            <TransferStatus transfer={data} />
            <PaymentChip payment={data.payment} />
          </span>
        )
      }
    >
      {data ? (
        <Content transfer={data} />
      ) : error ? (
        <ErrorState
          title={text.loadError}
          why={errorText(error)}
          action={<Button onClick={() => void refetch()}>{text.tryAgain}</Button>}
        />
      ) : (
        <SkeletonRows label={text.loading} />
      )}
    </Sheet>
  )
}

function Content({ transfer }: { transfer: Transfer }) {
  const acts = useTransferActs()
  const places = usePlaces()
  const offered = actsOn(transfer)
  const failed = transfer.status === 'failed'
  const mended = mendedBy(explanationOf(transfer, places))
  const [choosing, setChoosing] = useState(false)
  return (
    <div className="grid gap-5 p-4 text-sm">
      {transfer.status === 'processing' && !isBeingUndone(transfer) && <ProcessingIndicator transfer={transfer} />}
      <CauseBox transfer={transfer} places={places} acts={acts} onChooseCustomer={() => setChoosing(true)} />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {offered.start && !mended.includes('retry') && (
          <Button
            tone={mended.length > 0 ? 'secondary' : 'primary'}
            pending={acts.start.isPending || acts.retry.isPending}
            icon={<Play aria-hidden className="size-4" />}
            onClick={() => (failed ? acts.retry : acts.start).mutate(transfer)}
          >
            {failed ? text.retry : text.transferNow}
          </Button>
        )}
        {offered.openDraft && !mended.includes('openDraft') && (
          <Button icon={<ExternalLink aria-hidden className="size-4" />} onClick={() => void openDraft(transfer, places)}>
            {isInvoiced(transfer) ? payments.openInvoice : text.openDraftInFiken}
          </Button>
        )}
        {offered.undo && <UndoButton transfer={transfer} />}
        {offered.restore && (
          <Button
            tone="primary"
            pending={acts.restore.isPending}
            icon={<Undo2 aria-hidden className="size-4" />}
            onClick={() => acts.restore.mutate(transfer)}
          >
            {text.restore}
          </Button>
        )}
      </div>
      <PaymentFacts transfer={transfer} />
      <Suspense fallback={<SkeletonRows label={text.loading} />}>
        <DraftPreview transfer={transfer} />
      </Suspense>
      <TransferFacts transfer={transfer} />
      <Suspense fallback={<SkeletonRows rows={2} label={text.loading} />}>
        <Timeline
          id={transfer.id}
          updatedAt={`${transfer.updatedAt} ${transfer.payment?.status} ${transfer.payment?.paidAmount}`}
        />
      </Suspense>
      <CustomerChoice transfer={choosing ? transfer : null} onClose={() => setChoosing(false)} />
      <OverrulingQuestion overruling={acts.overruling} />
    </div>
  )
}
