import { useId, useSyncExternalStore } from 'react'
import { cx } from './cx.ts'

/**
 * The chosen theme, stored per device (see theme.js): a phone outdoors and a computer in an office
 * can need different themes.
 */
type Theme = 'light' | 'dark' | 'system'

const CHANGED = 'theme'
/** Lifetime of the cookie with the theme, in seconds: one year; browsers allow little more. */
const KEPT_SECONDS = 365 * 86_400

function stored(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Applies the theme and stores it in a cookie; without cookies, the system's theme stays. */
function chooseTheme(theme: Theme): void {
  const kept = theme === 'system' ? 0 : KEPT_SECONDS
  document.cookie = `theme=${theme}; Path=/; Max-Age=${kept}; SameSite=Lax`
  window.dispatchEvent(new Event(CHANGED))
}

function subscribe(changed: () => void): () => void {
  window.addEventListener(CHANGED, changed)
  window.addEventListener('visibilitychange', changed)
  return () => {
    window.removeEventListener(CHANGED, changed)
    window.removeEventListener('visibilitychange', changed)
  }
}

const useTheme = (): Theme => useSyncExternalStore(subscribe, stored)

const LEGEND = 'Utseende'
const CHOICES: readonly { theme: Theme; name: string }[] = [
  { theme: 'light', name: 'Lys' },
  { theme: 'dark', name: 'Mørk' },
  { theme: 'system', name: 'Som systemet' },
]

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
