import { Search } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { TextField } from './Field.tsx'

interface FilterFrameProps {
  words: { search: string; searchHint: string; filters: string }
  typed: string
  onType: (typed: string) => void
  searchClass: string
  /** A button inside the search field. */
  searchTrail?: ReactNode
  chips: ReactNode
  /** True puts the chips on a line below the rest, where there is room for several lines. */
  chipsLast?: boolean
  children?: ReactNode
}

/** Width in px of the next chip that stays visible after scrolling to a chip. */
const PEEK_PX = 48

/**
 * A frame for search and filters. On phones the chips share one line that scrolls sideways, so that
 * the list starts on the first screen.
 */
export function FilterFrame({
  words,
  typed,
  onType,
  searchClass,
  searchTrail,
  chips,
  chipsLast,
  children,
}: FilterFrameProps) {
  const line = useRef<HTMLDivElement>(null)
  // Scrolls to a filter chosen by a link or a reload, if the line of chips is wider than the
  // screen.
  useEffect(() => {
    const chosen = line.current?.querySelector<HTMLElement>('[aria-pressed=true]')
    if (!line.current || !chosen) return
    const beyond = chosen.getBoundingClientRect().right - line.current.getBoundingClientRect().right
    if (beyond > 0) line.current.scrollLeft = beyond + PEEK_PX
  }, [])
  return (
    <div className="grid gap-2 @xl:flex @xl:flex-wrap @xl:items-center">
      <TextField
        label={words.search}
        hideLabel
        type="search"
        placeholder={words.searchHint}
        maxLength={200}
        className={searchClass}
        lead={<Search aria-hidden className="size-4" />}
        trail={searchTrail}
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
      <div
        ref={line}
        role="group"
        aria-label={words.filters}
        className={cx(
          '-mx-4 flex items-center gap-2 overflow-x-auto px-4 py-0.5 [scrollbar-width:none] @md:mx-0 @md:flex-wrap @md:overflow-visible @md:p-0',
          chipsLast && '@xl:order-last @xl:basis-full',
        )}
      >
        {chips}
      </div>
      {children}
    </div>
  )
}
