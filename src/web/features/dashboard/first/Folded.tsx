import { ChevronDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'

/** Shows one line in place of a card, until the user opens the card. */
export function Folded({ title, children }: { title: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  if (open) return children
  return (
    <button
      type="button"
      aria-expanded={false}
      onClick={() => setOpen(true)}
      className="mb-2 flex min-h-11 w-full items-center justify-between gap-3 rounded-card border border-line bg-surface px-4 text-left text-sm text-ink-2 transition-colors hover:bg-surface-2 hover:text-ink sm:px-5"
    >
      {title}
      <ChevronDown aria-hidden className="size-4 shrink-0" />
    </button>
  )
}
