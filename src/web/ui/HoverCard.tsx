import type { ReactElement, ReactNode } from 'react'
import { hovering } from './overlays.ts'

export interface HoverCardProps {
  label: string
  content: ReactNode
  /** When true, the card stays closed, for example while a drawer about the same row is open. */
  suspended?: boolean
  /** The only element that opens the card. */
  children: ReactElement
}

/**
 * Card about the child element, shown while the pointer rests on it. Its content must also be
 * reachable by click, tap or key.
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

/**
 * Short explanation of the child element, by pointer and keyboard. Not rendered on touch screens,
 * which have neither.
 */
export function Tooltip(props: TooltipProps) {
  const parts = hovering()
  return parts ? <parts.HoveringTooltip {...props} /> : props.children
}
