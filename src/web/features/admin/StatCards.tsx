import { errorText } from '../../lib/api.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import type { useAdminStats } from './queries.ts'
import { text } from './text.ts'

const CARDS = ['totalUsers', 'activeUsers', 'adminUsers', 'totalTransfers'] as const

/** The four figures as one strip. Known figures stay when a later read fails. */
export function StatCards({ stats }: { stats: ReturnType<typeof useAdminStats> }) {
  const { data, error, isFetching, refetch } = stats
  return (
    <div className="grid gap-3">
      {error && (
        <Banner
          tone="bad"
          live
          title={text.statsFailed}
          action={
            <Button size="sm" pending={isFetching} onClick={() => void refetch()}>
              {text.tryAgain}
            </Button>
          }
        >
          {errorText(error)}
        </Banner>
      )}
      {data && (
        <ul
          aria-label={text.stats}
          className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4"
        >
          {CARDS.map((key) => (
            <li key={key} className="flex flex-col bg-surface px-4 py-3.5 sm:px-5">
              <span className="flex-1 text-sm text-ink-2">{text.statNames[key]}</span>
              <span className="text-3xl font-semibold tracking-tight tabular-nums">
                {text.number(data[key])}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
