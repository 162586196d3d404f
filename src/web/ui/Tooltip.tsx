import type { ReactElement } from 'react'
import { hovering } from './overlays.ts'

export interface TooltipProps {
  text: string
  children: ReactElement
}

/**
 * A short explanation of the one element inside, by pointer and by keyboard. A touch screen has
 * neither, and its phone is spared the work.
 */
export function Tooltip(props: TooltipProps) {
  const parts = hovering()
  return parts ? <parts.HoveringTooltip {...props} /> : props.children
}
