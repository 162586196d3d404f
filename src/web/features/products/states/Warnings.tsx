import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ConnectHint } from '../../connections/ConnectButton.tsx'
import { MissingButton } from '../../connections/MissingButton.tsx'
import type { Connect } from '../../connections/useConnect.ts'
import { text } from '../text.ts'
import { firstOf, type missingSystem } from './states.ts'

interface WarningsProps {
  missing: ReturnType<typeof missingSystem>
  /** Work has stopped until it is connected. */
  waits: boolean
  /** Why the lists could not be read again. */
  problem: string | null
  mayWrite: boolean
  connect: Connect
}

/** What is said over a list that is shown all the same. */
export function Warnings({ missing, waits, problem, mayWrite, connect }: WarningsProps) {
  return (
    <div className="mb-4 grid gap-3 empty:hidden">
      {missing !== null && (
        <Banner
          tone="wait"
          live
          title={text.missing[missing]}
          action={<MissingButton size="sm" missing={firstOf(missing)} />}
        >
          {text.missingWhy} {waits && text.goesOn}
        </Banner>
      )}
      {problem !== null && missing === null && (
        <Banner tone="wait" live title={text.notReread}>
          {problem}
        </Banner>
      )}
      {!mayWrite && missing === null && (
        <>
          <Banner
            tone="wait"
            title={text.mayNotWrite}
            action={
              <Button
                size="sm"
                pending={connect.state.step === 'waiting'}
                onClick={() => void connect.connect('servicem8')}
              >
                {text.connect}
              </Button>
            }
          >
            {text.mayNotWriteWhy}
          </Banner>
          <ConnectHint vendor="servicem8" connect={connect} />
        </>
      )}
    </div>
  )
}
