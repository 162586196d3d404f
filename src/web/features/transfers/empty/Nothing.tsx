import { ArrowRightLeft, Search } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { missingIn } from '../../connections/missing.ts'
import { MissingButton } from '../../connections/MissingButton.tsx'
import { emptyOf, emptyWhy } from './empty-state.ts'
import { isNarrowed, type Filter } from '../filter-state.ts'
import type { usePlaces } from '../places.ts'

export function Nothing({
  filter,
  places,
  onFetch,
  onShowAll,
  onFirst,
}: {
  filter: Filter
  places: ReturnType<typeof usePlaces>
  /** False for a role that may not fetch jobs. */
  onFetch: (() => void) | false
  onShowAll: () => void
  onFirst: () => void
}) {
  if (filter.page > 1) {
    return (
      <EmptyState
        title="Det er ikke flere overføringer"
        why="Listen er blitt kortere siden denne siden ble åpnet."
        icon={<ArrowRightLeft aria-hidden className="size-5" />}
        action={<Button onClick={onFirst}>Gå til første side</Button>}
      />
    )
  }
  if (!isNarrowed(filter)) {
    // Missing connection or setting without which no transfers can exist; undefined while unknown.
    const missing = places && missingIn(places)
    const why = emptyWhy(places?.jobFetchType, places?.isActive === false)
    return (
      <EmptyState
        title="Ingen overføringer ennå"
        why={missing === null && onFetch ? `${why} Du kan også hente tidligere jobber.` : why}
        icon={<ArrowRightLeft aria-hidden className="size-5" />}
        action={
          missing === null
            ? onFetch && (
                <Button tone="primary" onClick={onFetch}>
                  Hent tidligere jobber
                </Button>
              )
            : missing && <MissingButton missing={missing} />
        }
      />
    )
  }
  return (
    <EmptyState
      {...emptyOf(filter)}
      icon={<Search aria-hidden className="size-5" />}
      action={<Button onClick={onShowAll}>Vis alle</Button>}
    />
  )
}
