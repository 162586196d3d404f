/** The name of a key, hidden from screen readers and where there is no keyboard. */
export function Key({ name }: { name: string }) {
  return (
    <kbd
      aria-hidden
      className="min-w-6 shrink-0 rounded-md border border-line-strong bg-surface-2 px-1 text-center font-sans text-xs font-semibold text-ink-2 pointer-coarse:hidden"
    >
      {name}
    </kbd>
  )
}
