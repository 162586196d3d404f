import { useId } from 'react'
import type { CollectivePreview } from '#shared/contracts/collective'
import { formatKroner, formatShortKroner } from '#shared/money'
import { errorText } from '../../lib/api.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Details } from '../../ui/Details.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogFoot } from '../../ui/DialogFoot.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { Invoice } from '../draft-paper/Invoice.tsx'
import type { Billed } from './CollectiveDialog.tsx'
import { useMake, usePreview } from './queries.ts'
import { text } from './text.ts'

interface PreviewDialogProps {
  client: Billed
  onClose: () => void
}

/** The drafts that would be made of what is gathered for a customer, and the button that makes them. */
export function PreviewDialog({ client, onClose }: PreviewDialogProps) {
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={text.previewTitle}
      description={<span className="line-clamp-2 wrap-anywhere">{client.name}</span>}
    >
      <Preview client={client} onClose={onClose} />
    </Dialog>
  )
}

function Preview({ client, onClose }: PreviewDialogProps) {
  const { data, error, refetch, isFetching } = usePreview(client.uuid)
  if (!data)
    return error ? (
      <ErrorState
        title={text.previewError}
        why={errorText(error)}
        action={
          <Button pending={isFetching} onClick={() => void refetch()}>
            {text.tryAgain}
          </Button>
        }
      />
    ) : (
      <SkeletonRows rows={6} label={text.previewLoading} />
    )
  const { drafts, stopped } = data
  if (drafts.length === 0 && stopped.length === 0)
    return <EmptyState title={text.nothing} why={text.nothingWhy} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 text-sm">
      <p className="text-ink-2">{text.previewWhy}</p>
      {stopped.length > 0 && <Stopped jobs={stopped} />}
      {drafts.length > 1 && <p className="font-semibold">{text.several(drafts.length)}</p>}
      {drafts.map((draft, index) => (
        <Part key={draft.jobs[0]?.id} draft={draft} title={text.part(index + 1, drafts.length)} />
      ))}
      <MakeFoot client={client} onClose={onClose} />
    </div>
  )
}

function MakeFoot({ client, onClose }: PreviewDialogProps) {
  const make = useMake(onClose)
  return (
    <DialogFoot>
      <Button className="max-sm:hidden" onClick={onClose}>
        {text.cancel}
      </Button>
      <Button
        tone="primary"
        pending={make.isPending}
        onClick={() => make.mutate({ clientUuid: client.uuid })}
      >
        {text.make}
      </Button>
    </DialogFoot>
  )
}

function Stopped({ jobs }: { jobs: CollectivePreview['stopped'] }) {
  return (
    <Banner tone="bad" title={text.stopped(jobs.length)}>
      <ul className="grid gap-1">
        {jobs.map(({ id, title, problems }) => (
          <li key={id}>
            <strong className="font-semibold">{title}.</strong>{' '}
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
          {[...about, ...why.map((reason) => text.why[reason])].filter(Boolean).join(' · ')}
        </p>
      </div>
      <Invoice preview={preview} />
      <Details rows={checksOf(preview)} />
      {preview.notes.length > 0 && (
        <ul className="grid gap-1 text-ink-2">
          {preview.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

function checksOf({
  theirTotal,
  leftOutGross,
  difference,
}: CollectivePreview['drafts'][number]['preview']) {
  return [
    { term: text.theirs, value: theirTotal !== null && formatKroner(theirTotal) },
    { term: text.minus, value: leftOutGross !== 0 && formatKroner(-leftOutGross) },
    difference === 0
      ? { term: text.equal, value: '✓' }
      : { term: text.difference, value: difference !== null && formatKroner(difference) },
  ].filter(({ value }) => value !== false)
}
