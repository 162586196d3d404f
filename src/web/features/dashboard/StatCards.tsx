import { ChevronDown } from 'lucide-react'
import { formatCount } from '#shared/counts'
import { cx } from '../../ui/cx.ts'
import { statCards, type Panel, type Stats } from './dashboard-state.ts'
import { text } from './text.ts'

interface StatCardsProps {
  stats: Stats
  waitingForSet: number
  open: Panel | null
  panelId: string
  onOpen: (panel: Panel | null) => void
}

export function StatCards({ stats, waitingForSet, open, panelId, onOpen }: StatCardsProps) {
  return (
    <ul
      aria-label={text.stats}
      className="mb-4 grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4"
    >
      {statCards(stats, waitingForSet).map(({ key, label, count, tone, opens }) => {
        const content = (
          <>
            <span className="block flex-1 text-sm text-ink-2">{label}</span>
            <span
              className={cx(
                'block text-3xl font-semibold tracking-tight tabular-nums',
                tone === 'bad' && 'text-bad',
                tone === 'wait' && 'text-wait',
              )}
            >
              {formatCount(count)}
            </span>
            <span className="block min-h-5 text-xs text-ink-2">
              {opens && (
                <>
                  {text.clickForDetails}{' '}
                  <ChevronDown
                    aria-hidden
                    className={cx(
                      'inline size-3.5 transition-transform max-sm:hidden',
                      open === opens && 'rotate-180',
                    )}
                  />
                </>
              )}
            </span>
          </>
        )
        return (
          <li key={key} className="bg-surface">
            {opens ? (
              <button
                type="button"
                aria-expanded={open === opens}
                aria-controls={open === opens ? panelId : undefined}
                onClick={() => onOpen(open === opens ? null : opens)}
                className={cx(
                  'flex h-full w-full flex-col px-4 py-3.5 text-left -outline-offset-2 transition-colors hover:bg-surface-2 sm:px-5',
                  open === opens && 'bg-surface-2',
                )}
              >
                {content}
              </button>
            ) : (
              <div className="flex h-full flex-col px-4 py-3.5 sm:px-5">{content}</div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
