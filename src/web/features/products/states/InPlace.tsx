import { Building2, Link2Off, RefreshCw } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { MissingButton } from '../../connections/MissingButton.tsx'
import { ListSkeleton } from '../list/ListSkeleton.tsx'
import { text } from '../text.ts'
import type { Obstacle } from './states.ts'

interface InPlaceProps {
  obstacle: Obstacle
  /** Work has stopped until it is out of the way. */
  waits: boolean
  retrying: boolean
  onRetry: () => void
}

/** What stands where the list would be. */
export function InPlace({ obstacle, waits, retrying, onRetry }: InPlaceProps) {
  const goesOn = waits ? ` ${text.goesOn}` : ''
  switch (obstacle.state) {
    case 'loading':
      return <ListSkeleton />
    case 'unavailable':
      return (
        <Card>
          <EmptyState
            title={text.unavailable}
            why={`${text.unavailableWhy}${goesOn}`}
            icon={<Link2Off aria-hidden className="size-5" />}
            action={<MissingButton missing={obstacle.first} />}
          />
        </Card>
      )
    case 'choose company':
      return (
        <Card>
          <EmptyState
            title={text.chooseCompany}
            why={`${obstacle.why}${goesOn}`}
            icon={<Building2 aria-hidden className="size-5" />}
            action={<MissingButton missing="company" />}
          />
        </Card>
      )
    case 'first fill':
      return (
        <Card>
          <EmptyState
            title={text.firstFill}
            why={
              <>
                <span role="status" className="tabular-nums">
                  {text.soFar(obstacle.fiken, obstacle.servicem8)}
                </span>
                <br />
                {text.firstFillWhy}
              </>
            }
            icon={<RefreshCw aria-hidden className="size-5 animate-spin" />}
          />
        </Card>
      )
    case 'error':
      return (
        <Card>
          <ErrorState
            title={text.loadError}
            why={
              <>
                {obstacle.why}
                {obstacle.details && <span className="mt-1 block">{obstacle.details}</span>}
              </>
            }
            action={
              <Button pending={retrying} onClick={onRetry}>
                {text.tryAgain}
              </Button>
            }
          />
        </Card>
      )
  }
}
