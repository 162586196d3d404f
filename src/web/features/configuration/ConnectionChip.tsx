import type { ConnectionStatus } from '#shared/contracts/connections'
import { StatusChip, type Tone } from '../../ui/StatusChip.tsx'
import { text } from './text.ts'

export function ConnectionChip({ status, missing }: { status: ConnectionStatus; missing: Tone }) {
  const words = {
    connected: text.connected,
    reauth_required: text.reauth,
    disconnected: text.disconnected,
  }
  return <StatusChip tone={status === 'connected' ? 'ok' : missing}>{words[status]}</StatusChip>
}
