import type { ReactElement, ReactNode } from 'react'
import { hovering } from './overlays.ts'

export interface HoverCardProps {
  /** What the card is about, for screen readers. */
  label: string
  content: ReactNode
  /** Keeps the card away, for example while a drawer about the same thing is open. */
  suspended?: boolean
  /** One element. */
  children: ReactElement
}

/**
 * A card about the element inside, while a pointer rests on it. It is an extra: whatever it shows
 * must also be reachable by a click, a tap or a key.
 */
export function HoverCard(props: HoverCardProps) {
  // Where nothing hovers, Radix would only get in the way of the finger: it tries to hold touches
  // back, and the browser objects.
  const parts = hovering()
  return parts ? <parts.HoveringCard {...props} /> : props.children
}
