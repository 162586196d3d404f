import { X } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import { Checkbox } from './Checkbox.tsx'

const BAR = 'valgte'

interface SelectionBarProps {
  label: string
  count: number
  words: { selected: (count: number) => string; clear: string }
  onClear: () => void
  children: ReactNode
  questions?: ReactNode
}

export function SelectionBar({
  label,
  count,
  words,
  onClear,
  children,
  questions,
}: SelectionBarProps) {
  const focused = useRef(false)
  const none = count === 0
  useEffect(() => {
    // Moves the focus, which would be lost when the bar disappears after its action.
    if (!none || !focused.current) return
    focused.current = false
    if (document.activeElement !== document.body) return
    const where =
      document.querySelector<HTMLElement>('[data-select-page] [role=checkbox]') ??
      document.querySelector('main')
    where?.focus({ preventScroll: true })
  }, [none])
  if (none) return null
  return (
    <section
      id={BAR}
      aria-label={label}
      onFocus={() => (focused.current = true)}
      onBlur={({ relatedTarget }) => (focused.current = relatedTarget === null)}
      onKeyDown={({ key, target, currentTarget }) => {
        // Ignores an Escape that closes a dialog opened by the bar, which React delivers here too.
        if (key === 'Escape' && target instanceof Node && currentTarget.contains(target)) onClear()
      }}
      className="flex flex-wrap items-center gap-2 rounded-card border border-line-strong bg-surface p-2 shadow-raised"
    >
      <p role="status" className="mr-auto pl-2 font-semibold tabular-nums">
        {words.selected(count)}
      </p>
      <IconButton
        className="sm:order-last"
        label={words.clear}
        icon={<X aria-hidden className="size-4" />}
        onClick={onClear}
      />
      <div className="flex gap-2 max-sm:basis-full max-sm:flex-wrap max-sm:[&>*]:flex-1 max-sm:[&>*]:px-1 max-sm:[&>*]:whitespace-nowrap max-sm:[&_svg]:hidden">
        {children}
      </div>
      {questions}
    </section>
  )
}

interface RowChoiceProps {
  label: string
  toBar: string
  chosen: boolean
  onChange: (chosen: boolean) => void
}

/**
 * A row's checkbox, whose cell must be `relative`. A selected row links to the selection bar, which
 * would otherwise come after all other rows in the tab order.
 */
export function RowChoice({ label, toBar, chosen, onChange }: RowChoiceProps) {
  return (
    <>
      <Checkbox
        label={label}
        checked={chosen}
        onCheckedChange={onChange}
        className="@max-xl:-my-1.5"
      />
      {chosen && (
        <button
          type="button"
          onClick={() => document.getElementById(BAR)?.querySelector('button')?.focus()}
          className="sr-only focus-visible:not-sr-only focus-visible:absolute focus-visible:top-0 focus-visible:left-full focus-visible:z-10 focus-visible:rounded-control focus-visible:bg-surface focus-visible:px-3 focus-visible:py-1.5 focus-visible:text-sm focus-visible:font-semibold focus-visible:whitespace-nowrap focus-visible:shadow-raised"
        >
          {toBar}
        </button>
      )}
    </>
  )
}
