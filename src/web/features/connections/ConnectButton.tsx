import { Link2 } from 'lucide-react'
import { VENDOR_NAMES } from '#shared/access/vendor-names'
import type { ConnectionStatus, Vendor } from '#shared/contracts/connections'
import { May } from '../../lib/access/may.tsx'
import { mayLeave } from '../../lib/unsaved.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { isMobile } from './connect-state.ts'
import { text } from './text.ts'
import type { Connect } from './useConnect.ts'

/**
 * A button that starts the consent. Renewing a connection that has been there may be done by more
 * roles than connecting the first time.
 */
export function ConnectButton({
  vendor,
  status,
  connect,
  tone = status === 'connected' ? 'secondary' : 'primary',
  size = 'md',
}: {
  vendor: Vendor
  status: ConnectionStatus
  connect: Connect
  /** The button's tone: secondary when another button must be pressed first. */
  tone?: 'primary' | 'secondary'
  size?: 'sm' | 'md'
}) {
  const waiting = connect.state.step === 'waiting' && connect.state.vendor === vendor
  return (
    <May
      act={status === 'disconnected' ? `connect_${vendor}` : `renew_${vendor}`}
      asks={status !== 'connected'}
    >
      <Button
        tone={tone}
        size={size}
        pending={waiting}
        icon={<Link2 aria-hidden className="size-4" />}
        onClick={() => void connect.connect(vendor)}
      >
        {status === 'connected' ? text.authorizeAgain : text.authorize(VENDOR_NAMES[vendor])}
      </Button>
    </May>
  )
}

export function ConnectHint({ vendor, connect }: { vendor: Vendor; connect: Connect }) {
  const { state } = connect
  if (state.step === 'idle' || state.vendor !== vendor) return null
  const system = VENDOR_NAMES[vendor]
  if (state.step === 'waiting') {
    return (
      <p role="status" className="text-sm text-ink-2">
        {isMobile(navigator.userAgent, window.innerWidth)
          ? text.sentAndBack(system)
          : text.popupWaiting(system)}
      </p>
    )
  }
  return (
    <Banner
      tone="wait"
      live
      title={text.popupBlocked}
      action={
        <Button asChild size="sm">
          <a
            href={state.authUrl}
            onClick={(event) => {
              event.preventDefault()
              void mayLeave().then((yes) => yes && window.location.assign(state.authUrl))
            }}
          >
            {text.popupBlockedLink(system)}
          </a>
        </Button>
      }
    >
      {text.popupBlockedWhy(system)}
    </Banner>
  )
}
