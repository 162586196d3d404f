import { useSyncExternalStore } from 'react'

/**
 * The user's theme. Kept on the device (see theme.js), because a phone in the sun and an office
 * differ.
 */
export type Theme = 'light' | 'dark' | 'system'

/**
 * The event that theme.js, which is loaded before anything else, listens for to apply the theme.
 */
const CHANGED = 'theme'
/** A year; browsers allow little more. */
const KEPT_SECONDS = 365 * 86_400

function stored(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Stores and applies the theme. Where cookies are forbidden, the system's theme stays. */
export function chooseTheme(theme: Theme): void {
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

export const useTheme = (): Theme => useSyncExternalStore(subscribe, stored)
