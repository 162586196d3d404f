import { useState } from 'react'
import { Link } from 'react-router'
import type { AnswerOf } from '#shared/contract'
import type { readJobsCollective } from '#shared/contracts/collective'
import { Button } from '../../ui/Button.tsx'
import { gatheredText, howOften } from './collective-state.ts'
import { CollectivePlace, type AskedCollective } from './CollectivePlace.tsx'
import { useJobsCollective } from './queries.ts'
import { text } from './text.ts'

const MOST_NAMED = 10

/** On a transfer: how its customer is invoiced, and which other jobs are on the draft. */
export function CollectiveSection({ id, onDraft }: { id: string; onDraft: boolean }) {
  const { data } = useJobsCollective(id)
  const [asked, setAsked] = useState<AskedCollective['about'] | null>(null)
  if (!data?.client) return null
  const { client, choice, shared } = data
  return (
    <section aria-label={text.title} className="grid gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{text.title}</h3>
        <span className="flex flex-wrap gap-2">
          {choice && choice.jobs > 0 && !onDraft && (
            <Button size="sm" onClick={() => setAsked('preview')}>
              {text.previewCollective}
            </Button>
          )}
          <Button
            size="sm"
            aria-label={choice ? text.changeOf(client.name) : undefined}
            onClick={() => setAsked('choice')}
          >
            {choice ? text.change : text.choose}
          </Button>
        </span>
      </div>
      <p className="wrap-anywhere text-ink-2">
        {choice ? text.gets(client.name, howOften(choice.time)) : text.none(client.name)}
        {choice && ` ${text.sentence(gatheredText(choice))}`}
      </p>
      {shared.length > 0 && <Others shared={shared} onDraft={onDraft} />}
      <CollectivePlace asked={asked && { about: asked, client }} onClose={() => setAsked(null)} />
    </section>
  )
}

function Others({
  shared,
  onDraft,
}: {
  shared: AnswerOf<typeof readJobsCollective>['shared']
  /** They are on a draft, and wait no more. */
  onDraft: boolean
}) {
  const more = shared.length - MOST_NAMED
  return (
    <p className="wrap-anywhere">
      <span className="text-ink-2">{onDraft ? text.sharesWith : text.waitsWith}</span>{' '}
      {shared.slice(0, MOST_NAMED).map(({ id, title }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link className="prose-link" to={`/transfers?jobb=${id}`}>
            {title}
          </Link>
        </span>
      ))}
      {more > 0 && ` ${text.more(more)}`}
    </p>
  )
}
