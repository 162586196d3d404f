interface RightSwitchProps {
  /** The complete label for screen readers, which must make sense without the row. */
  label: string
  word: string
  checked: boolean
  busy: boolean
  onPress: () => void
}

/** The switch of a row, with the word for its present state. */
export function RightSwitch({ label, word, checked, busy, onPress }: RightSwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={checked}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={() => {
        if (!busy) onPress()
      }}
      className="group inline-flex h-9 items-center gap-2 rounded-control text-sm aria-disabled:opacity-55 pointer-coarse:h-11"
    >
      <span className="block h-5.5 w-9.5 shrink-0 rounded-full border-2 border-line-strong bg-surface-2 transition-colors group-aria-checked:border-brand group-aria-checked:bg-brand">
        <span className="mt-0.5 block size-3.5 translate-x-0.5 rounded-full bg-line-strong transition-transform group-aria-checked:translate-x-4.5 group-aria-checked:bg-brand-ink" />
      </span>
      <span aria-hidden className="whitespace-nowrap">
        {word}
      </span>
    </button>
  )
}
