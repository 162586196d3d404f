import { Building2, Link2Off, RefreshCw } from 'lucide-react'
import { PAGE_SIZES } from '../filter-state.ts'
import { words } from '../../../ui/words.ts'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { MissingButton } from '../../connections/MissingButton.tsx'
import { text } from '../text.ts'
import { Bone, Delayed } from '../../../ui/Skeleton.tsx'
import type { Obstacle } from './states.ts'

interface InPlaceProps {
  obstacle: Obstacle
  /** True when a task is waiting for the obstacle to be resolved. */
  waits: boolean
  retrying: boolean
  onRetry: () => void
}

export function InPlace({ obstacle, waits, retrying, onRetry }: InPlaceProps) {
  const goesOn = waits ? ` ${text.goesOn}` : ''
  switch (obstacle.state) {
    case 'loading':
      return <ListSkeleton />
    case 'unavailable':
      return (
        <Card>
          <EmptyState
            title="Produktsynkronisering ikke tilgjengelig"
            why={`Både ServiceM8 og Fiken må være tilkoblet for å synkronisere produkter.${goesOn}`}
            icon={<Link2Off aria-hidden className="size-5" />}
            action={<MissingButton missing={obstacle.first} />}
          />
        </Card>
      )
    case 'choose company':
      return (
        <Card>
          <EmptyState
            title="Ingen selskap er valgt i Fiken"
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
            title="Produktene hentes for første gang"
            why={
              <>
                <span role="status" className="tabular-nums">
                  {text.soFar(obstacle.fiken, obstacle.servicem8)}
                </span>
                <br />
                Det kan ta noen minutter. Siden fyller seg selv.
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
            title="Produktene ble ikke sammenlignet"
            why={
              <>
                {obstacle.why}
                {obstacle.details && <span className="mt-1 block">{obstacle.details}</span>}
              </>
            }
            pending={retrying}
            onRetry={onRetry}
          />
        </Card>
      )
  }
}

function ListSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{words.loading}</span>
      <Delayed>
        <div aria-hidden>
          <div className="mb-4 grid grid-cols-2 gap-2 sm:grid-cols-3 sm:gap-3 lg:grid-cols-5">
            {Array.from({ length: 5 }, (_, card) => (
              <div
                key={card}
                className="h-22 rounded-card border border-line bg-surface p-4 last:max-sm:col-span-2"
              >
                <Bone className="h-4 w-24 max-w-full" />
              </div>
            ))}
          </div>
          <div className="rounded-card border border-line bg-surface">
            {Array.from({ length: PAGE_SIZES[0] }, (_, row) => (
              <div
                key={row}
                className="flex h-13 items-center gap-6 border-b border-line px-5 last:border-b-0"
              >
                <Bone className="h-4 w-48 max-w-full" />
                <Bone className="h-4 w-24 max-w-full" />
              </div>
            ))}
          </div>
        </div>
      </Delayed>
    </div>
  )
}
