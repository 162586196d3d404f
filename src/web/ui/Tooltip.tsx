import type { ReactElement } from 'react'
import { hovering } from './overlays.ts'

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
