import { Clock, ExternalLink } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { RemedyStep } from '../remedy/RemedyStep.tsx'
import { text } from '../text.ts'
import type { SharedWait } from './shared-wait-state.ts'
import { StopStrip } from './StopStrip.tsx'

/** Above a list: what several of its rows wait for, and the button that fixes it for them all. */
export function SharedWaits({ waits }: { waits: readonly SharedWait[] }) {
  const jobs = waits.reduce((sum, { count }) => sum + count, 0)
  return (
    <StopStrip
      tone="wait"
      icon={Clock}
      label={text.waits}
      folded={text.waitsFolded(waits.length, jobs)}
      lines={waits.map(({ key, title, why, steps, count }) => ({
        key,
        title,
        count: text.nWait(count),
        why,
        acts:
          steps.length > 0 &&
          steps.map((step) =>
            'href' in step ? (
              <RemedyStep key={step.label} step={step} />
            ) : (
              <Button asChild size="sm" key={step.label}>
                <a href={step.external} target="_blank" rel="noreferrer">
                  {step.label}
                  <ExternalLink aria-hidden className="size-3.5" />
                </a>
              </Button>
            ),
          ),
      }))}
    />
  )
}
