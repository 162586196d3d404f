import { useCallback, useSyncExternalStore } from 'react'

/** The width from which the menu stands beside the screen (Tailwind's `md`). */
export const WIDE = '(width >= 48rem)'
/** The width below which no list has room for a table (`@xl` of the frame around it). */
export const TABLE = '(width >= 36rem)'

/**
 * Returns true while the media query holds, for parts that a phone would render only to hide them;
 * mere looks belong in the stylesheet.
 */
export function useMatches(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
