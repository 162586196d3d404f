import { ChevronRight, Clock } from 'lucide-react'
import { Link } from 'react-router'
import type { CollectiveChoiceShown } from '#shared/contracts/collective'
import { today } from '#shared/dates'
import { Button } from '../../ui/Button.tsx'
import { waitingForSets } from '../collective/collective-state.ts'
import { text } from '../collective/text.ts'
import { Strip } from './Strip.tsx'

export function WaitingForSetCard({
  choices,
  uninvoiced,
  isActive,
  now,
}: {
  choices: readonly CollectiveChoiceShown[]
  uninvoiced: number | null
  isActive: boolean
  now: Date
}) {
  const waiting = waitingForSets(choices, { today: today(now), isActive, uninvoiced })
  if (!waiting) return null
  const { headline, why, outside } = waiting
  return (
    <Strip tone="info" icon={Clock} headline={headline} why={why} label={text.title}>
      <div className="flex flex-wrap justify-end gap-2">
        {outside > 0 && <Way to="/customers?show=collective">De som ikke blir med</Way>}
        <Way to="/transfers?reason=collective">Vis jobbene</Way>
      </div>
    </Strip>
  )
}

function Way({ to, children }: { to: string; children: string }) {
  return (
    <Button asChild size="sm">
      <Link to={to}>
        {children}
        <ChevronRight aria-hidden className="-mr-1 size-3.5 text-ink-2" />
      </Link>
    </Button>
  )
}
