import { useState } from 'react'
import { Link } from 'react-router'
import type { OutsideJob } from '#shared/contracts/collective'
import { formatShortKroner } from '#shared/money'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { text } from './text.ts'

/** Number of rows shown at first; more rows would push the dialog's question off the screen. */
const FEW = 5

export function OutsideList({
  jobs,
  isMade = true,
  onClose,
}: {
  jobs: readonly OutsideJob[]
  /** False when no draft will be created; the jobs are then listed as not transferred. */
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
          {`Vis alle ${jobs.length}`}
        </Button>
      )}
    </Banner>
  )
}

interface JobLinkProps {
  id: string
  title: string
  /** Closes the dialog, because the link can lead to the page behind the dialog. */
  onFollow: () => void
}

export function JobLink({ id, title, onFollow }: JobLinkProps) {
  return (
    <Link className="prose-link font-semibold" to={`/transfers?jobb=${id}`} onClick={onFollow}>
      {title}
    </Link>
  )
}
