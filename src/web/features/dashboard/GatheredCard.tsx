import { ChevronRight, Clock } from 'lucide-react'
import { Link } from 'react-router'
import type { CollectiveChoiceShown } from '#shared/contracts/collective'
import { Button } from '../../ui/Button.tsx'
import { gatheredOf } from '../collective/collective-state.ts'
import { text } from '../collective/text.ts'
import { Strip } from './Strip.tsx'

/** What is gathered for drafts of several jobs. Nothing when nothing is. */
export function GatheredCard({ choices }: { choices: readonly CollectiveChoiceShown[] }) {
  const gathered = gatheredOf(choices)
  if (!gathered) return null
  return (
    <Strip tone="info" icon={Clock} {...gathered} label={text.title}>
      <Button asChild size="sm">
        <Link to="/transfers?reason=collective">
          {text.show}
          <ChevronRight aria-hidden className="-mr-1 size-3.5 text-ink-2" />
        </Link>
      </Button>
    </Strip>
  )
}
