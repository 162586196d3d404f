import { useCallback, useSyncExternalStore } from 'react'

/** From here on the menu stands beside the screen (Tailwind's `md`). */
export const WIDE = '(width >= 48rem)'
/** Below this no list has room for a table (`@xl` of the frame around it). */
export const TABLE = '(width >= 36rem)'

/**
 * Does this media query hold? For what a phone would render only to hide it; looks alone are the
 * stylesheet's.
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
