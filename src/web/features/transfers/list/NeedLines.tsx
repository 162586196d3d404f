import { Clock, TriangleAlert } from 'lucide-react'
import type { Need } from '#shared/needs/need'
import { Button } from '../../../ui/Button.tsx'
import type { Needs } from '../queries.ts'
import { cx } from '../../../ui/cx.ts'

/** Lists what needs the user, and what waits only for a yes, each on one line with its sum. */
export function NeedLines({
  needs,
  shown,
  onShow,
}: {
  needs: Needs
  /** The need that the list is filtered by. */
  shown: Need | undefined
  onShow: (need: Need) => void
}) {
  const lines = (['act', 'yes'] as const).flatMap((need) => {
    const sum = needs[need]
    if (!sum || (shown && shown !== need)) return []
    const Icon = need === 'act' ? TriangleAlert : Clock
    return (
      <li key={need} className="flex min-h-11 items-center gap-2 px-4 py-1 text-sm sm:px-5">
        <Icon
          aria-hidden
          className={cx('size-4 shrink-0', need === 'act' ? 'text-bad' : 'text-wait')}
        />
        <p className="min-w-0 flex-1">
          <strong className="font-semibold">{sum.text}</strong> {sum.leftOut}
        </p>
        {!shown && (
          <Button size="sm" tone="ghost" className="-mr-3 shrink-0" onClick={() => onShow(need)}>
            {sum.count === 1 ? 'Vis den' : 'Vis dem'}
          </Button>
        )}
      </li>
    )
  })
  return lines.length > 0 ? (
    <ul aria-label="Dette venter på deg" className="divide-y divide-line border-b border-line">
      {lines}
    </ul>
  ) : null
}
