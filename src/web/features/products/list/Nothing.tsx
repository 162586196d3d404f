import { Package, Search } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { text } from '../text.ts'

interface NothingProps {
  /** There are products, and the search or the filters leave all of them out. */
  narrowed: { q: string } | null
  onShowAll: () => void
}

/** Why the list is empty, and the way out of it. */
export function Nothing({ narrowed, onShowAll }: NothingProps) {
  if (!narrowed)
    return (
      <EmptyState
        title={text.empty}
        why={text.emptyWhy}
        icon={<Package aria-hidden className="size-5" />}
      />
    )
  const searched = narrowed.q.trim() !== ''
  return (
    <EmptyState
      title={searched ? text.noMatch : text.noneChosen}
      why={searched ? text.noMatchWhy : text.noneChosenWhy}
      icon={<Search aria-hidden className="size-5" />}
      action={<Button onClick={onShowAll}>{text.showAll}</Button>}
    />
  )
}
