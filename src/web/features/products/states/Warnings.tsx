import { May } from '../../../lib/access/may.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ConnectHint } from '../../connections/ConnectButton.tsx'
import { MissingButton } from '../../connections/MissingButton.tsx'
import type { Connect } from '../../connections/useConnect.ts'
import { text } from '../text.ts'
import { firstOf, type missingSystem } from './states.ts'

interface WarningsProps {
  missing: ReturnType<typeof missingSystem>
  /** True when a task is waiting for the system to be connected. */
  waits: boolean
  /** The reason why the product lists could not be refreshed; null if they could. */
  problem: string | null
  mayWrite: boolean
  connect: Connect
}

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
          {'Listen er slik den sist ble lest. Ingenting kan skrives før begge er tilkoblet.'}{' '}
          {waits && text.goesOn}
        </Banner>
      )}
      {problem !== null && missing === null && (
        <Banner tone="wait" live title="Listene ble ikke lest på nytt">
          {problem}
        </Banner>
      )}
      {!mayWrite && missing === null && (
        <>
          <Banner
            tone="wait"
            title="Det kan ikke skrives til ServiceM8 ennå"
            action={
              <May act="renew_servicem8" asks>
                <Button
                  size="sm"
                  pending={connect.state.step === 'waiting'}
                  onClick={() => void connect.connect('servicem8')}
                >
                  Koble til ServiceM8 på nytt
                </Button>
              </May>
            }
          >
            ServiceM8 må kobles til på nytt, med lov til å endre varer og lager. Til da kan bare
            Fiken endres herfra.
          </Banner>
          <ConnectHint vendor="servicem8" connect={connect} />
        </>
      )}
    </div>
  )
}
