import { useId } from 'react'
import type { CollectivePreview } from '#shared/contracts/collective'
import { formatShortKroner } from '#shared/money'
import { errorText } from '../../lib/api.ts'
import { words } from '../../ui/words.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFoot } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { Checks } from '../draft-paper/Checks.tsx'
import { Invoice } from '../draft-paper/Invoice.tsx'
import { becomesText } from './collective-state.ts'
import type { Billed } from './CollectiveDialog.tsx'
import { JobLink, OutsideList } from './OutsideList.tsx'
import { useMake, usePreview } from './queries.ts'
import { text } from './text.ts'

interface PreviewDialogProps {
  client: Billed
  onClose: () => void
}

export function PreviewDialog({ client, onClose }: PreviewDialogProps) {
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title="Samlefakturaen nå"
      description={<span className="line-clamp-2 wrap-anywhere">{client.name}</span>}
    >
      <Preview client={client} onClose={onClose} />
    </Dialog>
  )
}

function Preview({ client, onClose }: PreviewDialogProps) {
  const { data, error, isFetching, refetch } = usePreview(client.uuid)
  if (!data)
    return (
      <NotLoaded
        why={error && errorText(error)}
        pending={isFetching}
        onRetry={() => void refetch()}
        rows={6}
        loading="Bygger samlefakturaen..."
        failed="Kunne ikke vise samlefakturaen"
      />
    )
  const { drafts, stopped, outside, isStarted, mode } = data
  const isNothing = drafts.length + stopped.length === 0
  const list = outside.length > 0 && (
    <OutsideList jobs={outside} isMade={!isNothing} onClose={onClose} />
  )
  if (isNothing)
    return (
      <>
        <EmptyState
          title="Ingen jobber venter på samlefaktura"
          why="Kundens neste jobber samles her når de er fullført."
        />
        {list}
      </>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 text-sm">
      {isStarted ? (
        <Banner tone="info" title="Samlefakturaen er satt i gang med disse jobbene" />
      ) : (
        drafts.length > 0 && (
          <p className="text-ink-2">
            Slik ville den blitt nå. Jobbene hentes på nytt når den lages. Ingenting er sendt.
          </p>
        )
      )}
      {stopped.length > 0 && <Stopped jobs={stopped} onClose={onClose} />}
      {list}
      {drafts.length > 1 && <p className="font-semibold">{text.several[mode](drafts.length)}</p>}
      {drafts.map((draft, index) => (
        <Part
          key={draft.jobs[0]?.id}
          draft={draft}
          title={text.part[mode](index + 1, drafts.length)}
        />
      ))}
      {drafts.length > 0 && !isStarted && <MakeFoot preview={data} onClose={onClose} />}
    </div>
  )
}

function MakeFoot({
  preview: { drafts, mode },
  onClose,
}: {
  preview: CollectivePreview
  onClose: () => void
}) {
  const make = useMake(onClose)
  const jobs = drafts.flatMap((draft) => draft.jobs)
  const amount = drafts.reduce((sum, { preview }) => sum + (preview.gross ?? 0), 0)
  const about = { customers: 1, jobs: jobs.length, drafts: drafts.length, mode, amount }
  return (
    <>
      <p className="font-semibold">{becomesText(about, { ofOne: true })}</p>
      <DialogFoot>
        <Button className="max-sm:hidden" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button
          tone="primary"
          pending={make.isPending}
          // Sends only the jobs shown above, even if other jobs have started to wait after the
          // preview was loaded.
          onClick={() => make.mutate(jobs.map(({ id }) => id))}
        >
          {text.make}
        </Button>
      </DialogFoot>
    </>
  )
}

function Stopped({ jobs, onClose }: { jobs: CollectivePreview['stopped']; onClose: () => void }) {
  return (
    <Banner tone="bad" title={text.stopped(jobs.length)}>
      <ul className="grid gap-1">
        {jobs.map(({ id, title, problems }) => (
          <li key={id}>
            <JobLink id={id} title={title} onFollow={onClose} />:{' '}
            {problems.map(({ message }) => message).join(' ')}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

function Part({
  draft: { why, jobs, preview },
  title,
}: {
  draft: CollectivePreview['drafts'][number]
  title: string
}) {
  const id = useId()
  const about = [text.jobs(jobs.length), preview.gross !== null && formatShortKroner(preview.gross)]
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 id={id} className="text-base font-semibold">
          {title}
        </h3>
        <p className="text-ink-2 tabular-nums">
          {[...about, ...why.map((reason) => text.why[reason](preview.head?.orderReference ?? ''))]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <Invoice preview={preview} />
      <Checks preview={preview} />
    </section>
  )
}
