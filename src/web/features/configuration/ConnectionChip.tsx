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

/** Classes of a connection's buttons, which share one line on a phone. */
export const BUTTONS =
  'flex flex-wrap gap-2 max-sm:[&_svg]:hidden max-sm:[&>*]:flex-1 max-sm:[&>*]:px-0.5 max-sm:[&>*]:text-sm max-sm:[&>*]:whitespace-nowrap'
