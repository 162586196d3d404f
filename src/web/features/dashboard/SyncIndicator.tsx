import { CircleCheck, CircleOff, LoaderCircle, RefreshCw, TriangleAlert } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import type { Indicator } from './sync-state.ts'
import { text } from './text.ts'
import { Tooltip } from '../../ui/HoverCard.tsx'

const LOOKS: Record<Indicator, { Icon: typeof CircleCheck; colour: string }> = {
  connected: { Icon: CircleCheck, colour: 'text-ok' },
  switched_off: { Icon: CircleCheck, colour: 'text-ink-2' },
  paused: { Icon: CircleOff, colour: 'text-wait' },
  expired: { Icon: CircleOff, colour: 'text-bad' },
  disconnected: { Icon: CircleOff, colour: 'text-ink-2' },
  reconnecting: { Icon: LoaderCircle, colour: 'text-info animate-spin' },
  syncing: { Icon: RefreshCw, colour: 'text-brand animate-spin' },
  error: { Icon: TriangleAlert, colour: 'text-bad' },
}

const part = (name: string, value: string | null) =>
  value && (
    <>
      <span aria-hidden> · </span>
      <span className="sr-only">, {name}: </span>
      {value}
    </>
  )

export function SyncIndicator({
  state,
  unknown,
  lastSync,
  counts,
}: {
  state: Indicator
  unknown: boolean
  lastSync: string | null
  counts: string
}) {
  const { Icon, colour } = LOOKS[state]
  const words = (
    <p
      role="status"
      className="inline-flex min-h-10.5 min-w-0 items-center gap-2 text-sm text-ink-2 max-lg:flex-1"
    >
      <Icon aria-hidden className={cx('size-4.5 shrink-0', colour)} />
      <span>
        {text.indicator[state]}
        {part('sist synkronisert', lastSync)}
        {part('manuelle synkroniseringer', counts)}
      </span>
    </p>
  )
  const whys: Partial<Record<Indicator, string>> = text.indicatorWhy
  const why = state === 'disconnected' && unknown ? text.statusUnknown : whys[state]
  return why ? <Tooltip text={why}>{words}</Tooltip> : words
}
