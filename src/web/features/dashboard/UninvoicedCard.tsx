import { Hourglass } from 'lucide-react'
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
  const { headline, why, link } = shown
  return (
    <Strip tone="wait" icon={Hourglass} headline={headline} why={why} label={text.uninvoiced.title}>
      {link && (
        <Button asChild size="sm">
          <Link to={link.href} preventScrollReset>
            {link.label}
          </Link>
        </Button>
      )}
    </Strip>
  )
}
