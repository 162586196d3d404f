import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button, IconButton } from './Button.tsx'
import { cx } from './cx.ts'
import { pageWindow } from './page-window.ts'

interface PaginationProps {
  label: string
  page: number
  pages: number
  onPage: (page: number) => void
}

/** Page buttons; the arrows stay focusable on the first and last page, to keep the focus. */
export function Pagination({ label, page, pages, onPage }: PaginationProps) {
  return (
    <nav aria-label={label} className="flex items-center justify-center sm:gap-1">
      <IconButton
        label="Forrige side"
        icon={<ChevronLeft aria-hidden className="size-4" />}
        aria-disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      {pageWindow(page, pages).map((number) => (
        <Button
          key={number}
          tone="ghost"
          aria-label={`Side ${number}`}
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
        label="Neste side"
        icon={<ChevronRight aria-hidden className="size-4" />}
        aria-disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  )
}
