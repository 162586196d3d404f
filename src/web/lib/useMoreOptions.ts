import { useState } from 'react'
import { useLocation } from 'react-router'

interface Option {
  isUsed: boolean
  /** The URL hash of links that lead to it, which show it although it was never used. */
  place?: string
}

/**
 * Divides a screen's options between those that the user has used and those behind the line
 * "Flere muligheter" (ui/MoreOptions.tsx). An option that is used for the first time while the line
 * is open stays below it until it is closed.
 */
export function useMoreOptions<T extends Option>(options: readonly T[]) {
  const { hash, key } = useLocation()
  const [wereUsed, setWereUsed] = useState<readonly boolean[] | null>(null)
  const [followed, setFollowed] = useState('')
  const onOpenChange = (open: boolean) =>
    setWereUsed(open ? options.map(({ isUsed }) => isUsed) : null)
  // The key changes when the same link is followed again; an address typed by hand has none.
  const now = key + hash
  if (followed !== now) {
    setFollowed(now)
    if (options.some(({ isUsed, place }) => !isUsed && place && hash === `#${place}`))
      onOpenChange(true)
  }
  const isShown = ({ isUsed }: T, at: number) => (wereUsed ? wereUsed[at] : isUsed)
  return {
    shown: options.filter(isShown),
    hidden: options.filter((option, at) => !isShown(option, at)),
    /** What the line needs. */
    line: { open: wereUsed !== null, onOpenChange },
  }
}
