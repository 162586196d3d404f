import type { ReactElement, ReactNode } from 'react'
import { hovering } from './overlays.ts'

export interface HoverCardProps {
  label: string
  content: ReactNode
  /** True keeps the card closed, for example while a drawer about the same row is open. */
  suspended?: boolean
  /** The only element that opens the card. */
  children: ReactElement
}

/**
 * A card shown while the pointer rests on the child. Its content must also be reachable by click,
 * tap or key.
 */
export function HoverCard(props: HoverCardProps) {
  // Not used on touch screens, where Radix tries to cancel touches, which browsers refuse.
  const parts = hovering()
  return parts ? <parts.HoveringCard {...props} /> : props.children
}

export interface TooltipProps {
  text: string
  children: ReactElement
}

/** A tooltip that explains the child element; not rendered on touch screens. */
export function Tooltip(props: TooltipProps) {
  const parts = hovering()
  return parts ? <parts.HoveringTooltip {...props} /> : props.children
}
