import {
  Check,
  CircleDashed,
  Clock,
  Info,
  LoaderCircle,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Tone = 'ok' | 'wait' | 'bad' | 'info' | 'neutral'

export const TONE_CLASS: Record<Tone, string> = {
  ok: 'bg-ok-soft text-ok',
  wait: 'bg-wait-soft text-wait',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
  neutral: 'bg-surface-2 text-ink-2',
}

const ICONS: Record<Tone, LucideIcon> = {
  ok: Check,
  wait: Clock,
  bad: TriangleAlert,
  info: Info,
  neutral: CircleDashed,
}

interface StatusChipProps {
  tone: Tone
  children: ReactNode
  busy?: boolean
  live?: boolean
}

/** A chip with an icon and a word, so that the meaning does not depend on colour. */
export function StatusChip({ tone, children, busy, live }: StatusChipProps) {
  const Icon = busy ? LoaderCircle : ICONS[tone]
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap',
        TONE_CLASS[tone],
      )}
    >
      {live ? (
        // The halo is a separate layer, because animating a shadow would repaint it sixty times a
        // second.
        <span
          aria-hidden
          className="relative m-0.5 size-2.5 rounded-full bg-current after:absolute after:inset-0 after:animate-halo after:rounded-full after:bg-current"
        />
      ) : (
        <Icon aria-hidden className={cx('size-3.5', busy && 'animate-spin')} strokeWidth={2.4} />
      )}
      {children}
    </span>
  )
}
