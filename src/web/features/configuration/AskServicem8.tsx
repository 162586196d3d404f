import { May } from '../../lib/access/may.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConnectHint } from '../connections/ConnectButton.tsx'
import type { Purpose } from '../connections/connect-state.ts'
import type { Connect } from '../connections/useConnect.ts'

interface AskServicem8Props {
  words: { ask: string; askWhy: string; allow: string }
  connect: Connect
  purpose?: Purpose
}

export function AskServicem8({ words, connect, purpose }: AskServicem8Props) {
  return (
    <>
      <Banner
        tone="wait"
        live
        title={words.ask}
        action={
          <May act="renew_servicem8" asks>
            <Button
              size="sm"
              pending={connect.state.step === 'waiting' && connect.state.vendor === 'servicem8'}
              onClick={() => void connect.connect('servicem8', purpose)}
            >
              {words.allow}
            </Button>
          </May>
        }
      >
        {words.askWhy}
      </Banner>
      <ConnectHint vendor="servicem8" connect={connect} />
    </>
  )
}
