import type { Transfer } from '#shared/contracts/transfers/row'
import { statusLabel } from '#shared/transfer-status'
import { StatusChip } from '../../../ui/StatusChip.tsx'

/** The status chip; on narrow screens, "utkast i Fiken" is only read by screen readers. */
export function TransferStatus({
  transfer,
}: {
  transfer: Pick<Transfer, 'status' | 'skipTransfer' | 'payment'>
}) {
  if (transfer.skipTransfer) return <StatusChip tone="neutral">Slettet</StatusChip>
  const { text, tone } = statusLabel(transfer.status)
  if (transfer.status === 'completed' && transfer.payment?.status === 'draft') {
    return (
      <span data-payment="draft" className="inline-flex">
        <StatusChip tone={tone}>
          <span>
            {text}
            <span className="@max-3xl:sr-only">: utkast i Fiken</span>
          </span>
        </StatusChip>
      </span>
    )
  }
  return (
    <StatusChip tone={tone} busy={transfer.status === 'processing'}>
      {text}
    </StatusChip>
  )
}
