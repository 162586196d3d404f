import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react'

export type Draw<Props> = (props: Props) => ReactNode

/** Loads a component when needed; returns null until loaded, so that the screen is not hidden. */
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
