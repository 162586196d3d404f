import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button, IconButton } from './Button.tsx'
import { cx } from './cx.ts'

interface PaginationProps {
  label: string
  page: number
  pages: number
  /** The page numbers that have a button, the current one among them. */
  window: readonly number[]
  words: { page: (number: number) => string; previous: string; next: string }
  onPage: (page: number) => void
}

/**
 * The pages of a list: previous, a window of numbers, next. At either end the arrow stays
 * focusable, so that a keyboard user who has just reached it keeps the focus.
 */
export function Pagination({ label, page, pages, window, words, onPage }: PaginationProps) {
  return (
    <nav aria-label={label} className="flex items-center justify-center sm:gap-1">
      <IconButton
        label={words.previous}
        icon={<ChevronLeft aria-hidden className="size-4" />}
        aria-disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      {window.map((number) => (
        <Button
          key={number}
          tone="ghost"
          aria-label={words.page(number)}
          aria-current={number === page ? 'page' : undefined}
          className={cx(
            'min-w-10 px-1 tabular-nums pointer-coarse:min-w-11',
            number === page && 'border-brand! bg-brand-soft!',
          )}
          onClick={() => onPage(number)}
        >
          {number}
        </Button>
      ))}
      <IconButton
        label={words.next}
        icon={<ChevronRight aria-hidden className="size-4" />}
        aria-disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  )
}
