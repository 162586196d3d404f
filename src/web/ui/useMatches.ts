import { useCallback, useSyncExternalStore } from 'react'

/** The screen width from which the menu is shown at the side (Tailwind's `md`). */
export const WIDE = '(width >= 48rem)'
/** The screen width from which a list has room for a table (`@xl` of the surrounding frame). */
export const TABLE = '(width >= 36rem)'

/** Returns true while the media query matches. Styling belongs in the stylesheet. */
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
