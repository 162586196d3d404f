import { useId } from 'react'
import { cx } from './cx.ts'
import { chooseTheme, useTheme, type Theme } from './theme.ts'

const LEGEND = 'Utseende'
const CHOICES: readonly { theme: Theme; name: string }[] = [
  { theme: 'light', name: 'Lys' },
  { theme: 'dark', name: 'Mørk' },
  { theme: 'system', name: 'Som systemet' },
]

/** The choice between light, dark and the system's theme, for this device. */
export function ThemeChoice({ className }: { className?: string }) {
  const chosen = useTheme()
  const group = useId()
  return (
    <fieldset className={className}>
      <legend className="sr-only">{LEGEND}</legend>
      <div className="flex gap-0.5 rounded-control bg-surface-2 p-0.5 text-xs">
        {CHOICES.map(({ theme, name }) => (
          <label
            key={theme}
            className={cx(
              'grid min-h-8 grow place-items-center rounded-md px-1.5 whitespace-nowrap has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-brand pointer-coarse:min-h-11',
              theme === chosen
                ? 'bg-surface font-semibold text-ink shadow-card'
                : 'text-ink-2 hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={group}
              checked={theme === chosen}
              onChange={() => chooseTheme(theme)}
              className="sr-only"
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
