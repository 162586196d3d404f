import type { Transfer } from '#shared/contracts/transfers'
import { statusLabel } from '#shared/transfer-status'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { text as words } from './text.ts'

export function TransferStatus({ transfer }: { transfer: Pick<Transfer, 'status' | 'skipTransfer'> }) {
  if (transfer.skipTransfer) return <StatusChip tone="neutral">{words.deleted}</StatusChip>
  const { text, tone } = statusLabel(transfer.status)
  return (
    <StatusChip tone={tone} busy={transfer.status === 'processing'}>
      {text}
    </StatusChip>
  )
}
