import { Layers, RefreshCw, Search, Users } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { MayConnect } from '../../../lib/access/MayConnect.tsx'
import { text } from '../text.ts'

interface NothingProps {
  /** The search that, with the filters, excludes all customers; null if nothing was excluded. */
  narrowed: { q: string } | null
  /** True when the filter for collective drafts is on but no customer uses them. */
  noCollective: boolean
  servicem8: 'not connected' | 'first read' | 'read'
  connecting: boolean
  onConnect: () => void
  onShowAll: () => void
}

export function Nothing({
  narrowed,
  noCollective,
  servicem8,
  connecting,
  onConnect,
  onShowAll,
}: NothingProps) {
  if (narrowed) {
    const searched = narrowed.q.trim() !== ''
    if (noCollective && !searched)
      return (
        <EmptyState
          title={text.noCollective}
          why={text.noCollectiveWhy}
          icon={<Layers aria-hidden className="size-5" />}
          action={<Button onClick={onShowAll}>{text.showAll}</Button>}
        />
      )
    return (
      <EmptyState
        title={searched ? text.noMatch : text.noneChosen}
        why={searched ? text.noMatchWhy : text.noneChosenWhy}
        icon={<Search aria-hidden className="size-5" />}
        action={<Button onClick={onShowAll}>{text.showAll}</Button>}
      />
    )
  }
  if (servicem8 === 'first read') {
    return (
      <EmptyState
        title={text.firstRead}
        why={text.firstReadWhy}
        icon={<RefreshCw aria-hidden className="size-5 animate-spin" />}
      />
    )
  }
  return (
    <EmptyState
      title={text.empty}
      why={servicem8 === 'read' ? text.emptyWhy : text.notConnectedWhy}
      icon={<Users aria-hidden className="size-5" />}
      action={
        servicem8 === 'not connected' && (
          <MayConnect missing="servicem8">
            <Button tone="primary" pending={connecting} onClick={onConnect}>
              {text.connect}
            </Button>
          </MayConnect>
        )
      }
    />
  )
}
