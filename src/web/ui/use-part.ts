import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react'

/** Draws a part of a screen. */
export type Draw<Props> = (props: Props) => ReactNode

/**
 * A part of a screen that most people have no use for, fetched once somebody has; null until it is
 * there. Unlike one that suspends, it takes nothing away from the screen when it is needed later.
 */
export function usePart<Props extends object>(
  needed: boolean,
  load: () => Promise<ComponentType<Props>>,
): Draw<Props> | null {
  const [draw, setDraw] = useState<Draw<Props> | null>(null)
  useEffect(() => {
    if (!needed || draw) return
    let gone = false
    void load().then((part) => {
      if (!gone) setDraw(() => (props: Props) => createElement(part, props))
    })
    return () => {
      gone = true
    }
  }, [needed, draw, load])
  return draw
}
