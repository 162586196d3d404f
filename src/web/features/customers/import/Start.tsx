import { CircleCheck, CirclePlus, CircleQuestionMark, GitCompareArrows, Unplug } from 'lucide-react'
import { useRef } from 'react'
import { May } from '../../../lib/access/may.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useKeepFocus } from '../../../ui/keep-focus.ts'
import { MissingButton } from '../../connections/MissingButton.tsx'
import type { Obstacle } from './import-state.ts'
import { text } from './text.ts'

const WHAT = [
  { list: 'linked', Icon: CircleCheck, className: 'text-ok' },
  { list: 'uncertain', Icon: CircleQuestionMark, className: 'text-wait' },
  { list: 'missing', Icon: CirclePlus, className: 'text-ink-2' },
] as const

interface StartProps {
  obstacle: Obstacle | null
  pending: boolean
  hadNone: boolean
  onStart: () => void
}

export function Start({ obstacle, pending, hadNone, onStart }: StartProps) {
  const place = useRef<HTMLDivElement>(null)
  const kept = useKeepFocus(place, 'button')
  if (obstacle) {
    const { title, why } = text.obstacles[obstacle]
    return (
      <div className="rounded-card border border-line bg-surface">
        <EmptyState
          title={title}
          why={why}
          icon={<Unplug aria-hidden className="size-5" />}
          action={<MissingButton missing={obstacle} />}
        />
      </div>
    )
  }
  return (
    <div
      ref={place}
      {...kept}
      className="grid justify-items-center rounded-card border border-line bg-surface px-4 py-7 sm:px-5 sm:py-10"
    >
      <div className="mb-3 grid size-11 place-items-center rounded-full bg-brand-soft text-brand">
        <GitCompareArrows aria-hidden className="size-5" />
      </div>
      <h2 className="text-center text-lg font-semibold">{text.intro.title}</h2>
      <p className="mt-1 max-w-[54ch] text-center text-ink-2">{text.intro.why}</p>
      <May act="customers">
        <Button tone="primary" className="mt-5" pending={pending} onClick={onStart}>
          {text.start}
        </Button>
      </May>
      {hadNone && (
        <p role="status" className="mt-3 text-sm text-ink-2">
          {text.intro.none}
        </p>
      )}
      <ul className="mt-8 grid w-full max-w-3xl gap-3 lg:grid-cols-3">
        {WHAT.map(({ list, Icon, className }) => (
          <li
            key={list}
            className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-control bg-surface-2 px-4 py-3 text-sm"
          >
            <Icon aria-hidden className={`mt-0.5 size-4.5 ${className}`} />
            <div>
              <p className="font-semibold">{text.list[list]}</p>
              <p className="text-ink-2">{text.intro.lists[list]}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
