import type { ReactElement, ReactNode } from 'react'
import { hovering } from './overlays.ts'

export interface HoverCardProps {
  label: string
  content: ReactNode
  /** True to keep the card closed, for example while a drawer about the same row is open. */
  suspended?: boolean
  /** The one element that opens the card. */
  children: ReactElement
}

/**
 * A card about the element inside, while a pointer rests on it. Whatever it shows must also be
 * reachable by a click, a tap or a key.
 */
export function HoverCard(props: HoverCardProps) {
  // On touch screens Radix would only get in the way: it tries to hold touches back, and the
  // browser objects.
  const parts = hovering()
  return parts ? <parts.HoveringCard {...props} /> : props.children
}

export interface TooltipProps {
  text: string
  children: ReactElement
}

/**
 * A short explanation of the element inside, by pointer and by keyboard. A touch screen has
 * neither, so phones do not render it.
 */
export function Tooltip(props: TooltipProps) {
  const parts = hovering()
  return parts ? <parts.HoveringTooltip {...props} /> : props.children
}
