import { Clock, ExternalLink } from 'lucide-react'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { RemedyStep } from '../remedy/RemedyStep.tsx'
import { text } from '../text.ts'
import type { SharedWait } from './shared-wait-state.ts'

/** Above a list: what several of its rows wait for, and the button that fixes it for them all. */
export function SharedWaits({ waits }: { waits: readonly SharedWait[] }) {
  if (waits.length === 0) return null
  return (
    <div className="grid gap-2 border-b border-line p-3">
      {waits.map(({ key, title, why, steps, count }) => (
        <Banner
          key={key}
          tone="wait"
          title={`${title} (${text.nWait(count)})`}
          {...(steps.length > 0
            ? {
                action: steps.map((step) =>
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
              }
            : {})}
        >
          {why}
        </Banner>
      ))}
    </div>
  )
}

/** On a row: what it waits for, in one line. */
export function WaitLine({ title }: { title: string }) {
  return (
    <p className="flex items-start gap-1.5 text-sm text-wait">
      <Clock aria-hidden className="mt-0.5 size-4 shrink-0" />
      {title}
    </p>
  )
}
