interface TrackedSwitchProps {
  label: string
  checked: boolean
  busy: boolean
  onChange: (on: boolean) => void
}

export function TrackedSwitch({ label, checked, busy, onChange }: TrackedSwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={checked}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={() => {
        if (!busy) onChange(!checked)
      }}
      className="group grid h-9 w-11 shrink-0 place-items-center rounded-full aria-disabled:opacity-55 pointer-coarse:h-11"
    >
      <span className="block h-6 w-10 rounded-full border-2 border-line-strong bg-surface-2 transition-colors group-aria-checked:border-brand group-aria-checked:bg-brand">
        <span className="mt-0.75 block size-3.5 translate-x-1 rounded-full bg-line-strong transition-transform group-aria-checked:translate-x-4.5 group-aria-checked:bg-brand-ink" />
      </span>
    </button>
  )
}
