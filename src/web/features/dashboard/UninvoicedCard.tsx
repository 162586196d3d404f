import { ChevronRight, Hourglass } from 'lucide-react'
import { Link } from 'react-router'
import type { Uninvoiced } from '#shared/contracts/overview'
import { Button } from '../../ui/Button.tsx'
import type { SystemStatus } from './dashboard-state.ts'
import { Strip } from './Strip.tsx'
import { text } from './text.ts'
import { uninvoicedOf } from './uninvoiced-state.ts'

export function UninvoicedCard({
  sum,
  system,
  now,
}: {
  sum: Uninvoiced
  system: SystemStatus | undefined
  now: Date
}) {
  const shown = uninvoicedOf(sum, system, now)
  if (!shown) return null
  const { headline, why, links } = shown
  return (
    <Strip tone="wait" icon={Hourglass} headline={headline} why={why} label={text.uninvoiced.title}>
      <div className="flex flex-wrap justify-end gap-2">
        {links.map(({ label, href }) => (
          <Button key={href} asChild size="sm">
            <Link to={href} preventScrollReset={href.startsWith('#')}>
              {label}
              <ChevronRight aria-hidden className="-mr-1 size-3.5 text-ink-2" />
            </Link>
          </Button>
        ))}
      </div>
    </Strip>
  )
}
