import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { CauseCode } from '#shared/causes/index'
import { readConfiguration } from '#shared/contracts/configuration'
import { readCauses } from '#shared/contracts/transfers/list'
import { reading } from '../../lib/query-client.ts'
import { useHashTarget } from '../../lib/useHashTarget.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { STOP_GROUPS, type Place, type StopEntry } from './help-entries.ts'
import { text } from './text.ts'

export function StopCard() {
  const { hash, key } = useLocation()
  const target = decodeURIComponent(hash.slice(1))
  const count = useStopped()
  useHashTarget(true)
  return (
    <Card id="stoppet" flush title={text.stopped} intro={text.stoppedIntro}>
      <div className="divide-y divide-line">
        {STOP_GROUPS.map(({ id, title, intro, entries }) => {
          const isHere = entries.some((entry) => entry.id === target)
          const stopped = entries.reduce((sum, { code }) => sum + count(code), 0)
          return (
            // The key changes whenever a link is followed, so that an entry that the user has
            // closed opens again.
            <Fold
              key={isHere ? key : id}
              open={isHere}
              summary={<h3 className="font-semibold">{title}</h3>}
              aside={stopped > 0 && <Badge>{text.now(stopped)}</Badge>}
            >
              <p className="px-4 pb-3 text-sm text-ink-2 sm:px-5">{intro}</p>
              <ul className="divide-y divide-line border-t border-line bg-ground">
                {entries.map((entry) => (
                  <li key={entry.id}>
                    <Fold
                      key={entry.id === target ? key : entry.id}
                      id={entry.id}
                      open={entry.id === target}
                      summary={entry.title}
                      aside={count(entry.code) > 0 && <Badge>{text.now(count(entry.code))}</Badge>}
                    >
                      <div className="px-4 pb-4 sm:px-5">
                        <StopText entry={entry} />
                      </div>
                    </Fold>
                  </li>
                ))}
              </ul>
            </Fold>
          )
        })}
      </div>
    </Card>
  )
}

interface FoldProps {
  id?: string
  open: boolean
  summary: ReactNode
  aside: ReactNode
  children: ReactNode
}

function Fold({ id, open, summary, aside, children }: FoldProps) {
  return (
    <details
      id={id}
      open={open}
      className="group scroll-mt-20 focus:outline-2 focus:-outline-offset-2 focus:outline-brand"
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 px-4 py-2 hover:bg-surface-2 sm:px-5 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">{summary}</span>
        {aside}
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 text-ink-2 transition-transform [details[open]>summary>&]:rotate-180"
        />
      </summary>
      {children}
    </details>
  )
}

export function StopText({ entry }: { entry: StopEntry }) {
  return (
    <>
      <p className="max-w-[70ch] text-sm text-ink-2">
        {entry.text}
        {entry.how && ` ${entry.how}`}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <PlaceButton place={entry.place} />
        <Link
          to={`/help#${entry.id}`}
          className="prose-link inline-flex min-h-8 items-center text-sm pointer-coarse:min-h-11"
        >
          {text.link}
          <span className="sr-only">: {entry.title}</span>
        </Link>
      </div>
    </>
  )
}

function PlaceButton({ place }: { place: Place }) {
  const { data } = useQuery(reading(readConfiguration, {}))
  return (
    <Button asChild size="sm">
      {'href' in place ? (
        <Link to={place.href}>{place.label}</Link>
      ) : (
        <a href={data?.fikenWebUrl ?? 'https://fiken.no'} target="_blank" rel="noreferrer">
          {place.label}
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
      )}
    </Button>
  )
}

function useStopped(): (code: CauseCode | undefined) => number {
  const { data } = useQuery(reading(readCauses, {}))
  return (code) => data?.find((cause) => cause.code === code)?.count ?? 0
}
