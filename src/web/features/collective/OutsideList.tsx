import { useState } from 'react'
import type { OutsideJob } from '#shared/contracts/collective'
import { formatShortKroner } from '#shared/money'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { JobLink } from './JobLink.tsx'
import { text } from './text.ts'

/** More push what the dialog asks out of sight. */
const FEW = 5

/** The jobs that a draft is made without, at least one, each with what stops it and the way to it. */
export function OutsideList({
  jobs,
  isMade = true,
  onClose,
}: {
  jobs: readonly OutsideJob[]
  /** There is a draft that they are not on. */
  isMade?: boolean
  onClose: () => void
}) {
  const [all, setAll] = useState(false)
  return (
    <Banner tone="wait" title={(isMade ? text.outsideOf : text.notSent)(jobs.length)}>
      {isMade && <p>{text.outsideWhy(jobs.length)}</p>}
      <ul className="mt-1 grid gap-1">
        {(all ? jobs : jobs.slice(0, FEW)).map(({ id, title, amount, why }) => (
          <li key={id} className="wrap-anywhere">
            <JobLink id={id} title={title} onFollow={onClose} />
            {amount !== null && `, ${formatShortKroner(amount)}`}: {why}
          </li>
        ))}
      </ul>
      {!all && jobs.length > FEW && (
        <Button size="sm" className="mt-2" onClick={() => setAll(true)}>
          {text.showAll(jobs.length)}
        </Button>
      )}
    </Banner>
  )
}
