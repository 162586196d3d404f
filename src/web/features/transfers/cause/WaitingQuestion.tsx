import { useState } from 'react'
import { Link } from 'react-router'
import type { Act } from '#shared/access/roles'
import { kronerOf, leftOutOf } from '#shared/needs/job-sum'
import { May, useMay } from '../../../lib/access/may.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { usePlaces } from '../places.ts'
import { useDecideWaiting, useWaiting } from '../queries.ts'
import { text } from '../text.ts'

const words = text.waiting

/** Something that stops these jobs from becoming drafts, with the page where it is fixed. */
export interface Hindrance {
  why: string
  label: string
  href: string
  /** What fixing it asks of the user's role. */
  act: Act
}

/**
 * Asks about jobs completed while the integration was off (rule 3); renders nothing without any.
 * `off` is true while it is still off; `quiet` when another button is the primary one.
 */
export function WaitingQuestion({
  off,
  quiet,
  hindrances = [],
  className,
}: {
  off?: boolean
  quiet?: boolean
  hindrances?: readonly Hindrance[]
  className?: string
}) {
  const waiting = useWaiting()
  const may = useMay()
  const decide = useDecideWaiting()
  const mode = usePlaces()?.invoiceCreationMode
  const [asking, setAsking] = useState(false)
  const count = waiting?.count ?? 0
  // A draft can be undone, an invoice cannot.
  const transfer = () => (mode === 'draft' ? decide.mutate('transfer') : setAsking(true))
  return (
    <>
      {waiting && count > 0 && (
        <Banner
          tone="wait"
          title={[words.jobs(count), kronerOf(waiting)].filter(Boolean).join(', ')}
          {...(className ? { className } : {})}
          action={
            may('transfers') && (
              <div className="flex flex-wrap gap-2">
                <Button
                  size="sm"
                  tone={quiet || hindrances.length > 0 ? 'secondary' : 'primary'}
                  pending={decide.isPending}
                  onClick={transfer}
                >
                  {words.transfer}
                </Button>
                <Button size="sm" disabled={decide.isPending} onClick={() => decide.mutate('skip')}>
                  {words.skip}
                </Button>
              </div>
            )
          }
        >
          {[
            off ? words.whyOff(count) : words.whyOn(count),
            leftOutOf(waiting),
            words.skipMeans(count),
          ]
            .filter(Boolean)
            .join(' ')}
          {hindrances.map(({ why, label, href, act }, index) => (
            <p key={href} className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 flex-1 basis-48">{why}</span>
              <May act={act} asks>
                <Button asChild size="sm" tone={index === 0 && !quiet ? 'primary' : 'secondary'}>
                  <Link to={href}>{label}</Link>
                </Button>
              </May>
            </p>
          ))}
        </Banner>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        tone="primary"
        title={words.confirmInvoices(count)}
        description={words.confirmInvoicesWhy}
        confirm={words.transfer}
        onConfirm={() => decide.mutate('transfer')}
      />
    </>
  )
}
