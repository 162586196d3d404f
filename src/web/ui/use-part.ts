import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react'

/** Component as a plain function, which can be stored in state and called. */
export type Draw<Props> = (props: Props) => ReactNode

/**
 * Loads a part of a screen that most users do not need; returns null until loaded. Unlike a
 * suspending component, it does not hide the screen when it is needed later.
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
