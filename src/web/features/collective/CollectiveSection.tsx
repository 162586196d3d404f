import { useState } from 'react'
import { Link } from 'react-router'
import type { AnswerOf } from '#shared/contract'
import type { readJobsCollective } from '#shared/contracts/collective'
import { errorTextBelow } from '../../lib/api.ts'
import { May } from '../../lib/access/may.tsx'
import { ErrorLine } from '../../ui/ErrorLine.tsx'
import { Button } from '../../ui/Button.tsx'
import { waitingText, howOftenExactly } from './collective-state.ts'
import { CollectivePlace, type AskedCollective } from './CollectivePlace.tsx'
import { useJobsCollective } from './queries.ts'
import { text } from './text.ts'

const MOST_NAMED = 10
type Place = 'waits' | 'draft' | 'invoice'
const TOGETHER = {
  waits: 'Venter sammen med',
  draft: 'På samme utkast:',
  invoice: 'På samme faktura:',
}

export function CollectiveSection({
  id,
  place,
  waitsForSet,
}: {
  id: string
  place: Place
  waitsForSet: boolean
}) {
  const { data, error, isFetching, refetch } = useJobsCollective(id)
  const [asked, setAsked] = useState<AskedCollective['about'] | null>(null)
  if (!data)
    return (
      error && (
        <section aria-label={text.title} className="grid gap-2 border-t border-line pt-4">
          <h3 className="font-semibold">{text.title}</h3>
          <ErrorLine pending={isFetching} onRetry={() => void refetch()}>
            {text.loadError}. {errorTextBelow(text.loadError, error)}
          </ErrorLine>
        </section>
      )
    )
  if (!data.client) return null
  const { client, choice, shared } = data
  return (
    <section aria-label={text.title} className="grid gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{text.title}</h3>
        <span className="flex flex-wrap gap-2">
          {choice && choice.jobs > 0 && place === 'waits' && (
            <Button
              size="sm"
              aria-label={text.previewOf(client.name)}
              onClick={() => setAsked('preview')}
            >
              {text.preview}
            </Button>
          )}
          <May act="customers">
            <Button
              size="sm"
              aria-label={choice ? text.changeOf(client.name) : undefined}
              onClick={() => setAsked('choice')}
            >
              {choice ? text.change : text.choose}
            </Button>
          </May>
        </span>
      </div>
      <p className="wrap-anywhere text-ink-2">
        {choice ? text.gets(client.name, howOftenExactly(choice.time)) : text.none(client.name)}
        {choice && ` ${text.sentence(waitingText(choice))}`}
        {choice &&
          choice.jobs > 0 &&
          place === 'waits' &&
          !waitsForSet &&
          ' Denne jobben er ikke med.'}
      </p>
      {shared.length > 0 && <Others shared={shared} place={place} />}
      <CollectivePlace asked={asked && { about: asked, client }} onClose={() => setAsked(null)} />
    </section>
  )
}

function Others({
  shared,
  place,
}: {
  shared: AnswerOf<typeof readJobsCollective>['shared']
  place: Place
}) {
  const more = shared.length - MOST_NAMED
  return (
    <p className="wrap-anywhere">
      <span className="text-ink-2">{TOGETHER[place]}</span>{' '}
      {shared.slice(0, MOST_NAMED).map(({ id, title }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link
            className="prose-link inline-flex items-center pointer-coarse:min-h-11"
            to={`/transfers?jobb=${id}`}
          >
            {title}
          </Link>
        </span>
      ))}
      {more > 0 && ` og ${more} til`}
    </p>
  )
}
