import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { reading } from '../../lib/query-client.ts'
import { useSearchText } from '../../lib/search-text.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { TextField } from '../../ui/Field.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import {
  FEATURES,
  PLAIN_ENTRIES,
  PROBLEMS,
  STOP_ENTRIES,
  type PlainEntry,
  type StopEntry,
} from './help-entries.ts'
import { StopCard, StopText } from './StopCard.tsx'
import { text } from './text.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { search, type Found } from './help-search.ts'
import { readOperator } from '#shared/contracts/public'

export function HelpPage() {
  const [params, setParams] = useSearchParams()
  const [typed, setTyped] = useSearchText(params.get('q') ?? '', (q) =>
    setParams(q ? { q } : {}, { replace: true }),
  )
  const hits = typed.trim() ? searchHelp(typed) : null
  const found = hits ? titleOf(hits, typed) : ''
  return (
    <div className="max-w-4xl">
      <PageHeader title={text.title} subtitle={text.subtitle} />
      <TextField
        label={text.search}
        hideLabel
        type="search"
        placeholder={text.searchHint}
        maxLength={300}
        className="mb-4 max-w-xl"
        lead={<Search aria-hidden className="size-4" />}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p role="status" className="sr-only">
        {found}
      </p>
      {hits ? <Hits hits={hits} title={found} onShowAll={() => setTyped('')} /> : <WholeHelp />}
    </div>
  )
}

function WholeHelp() {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title={text.start}>
        <ol className="grid gap-3">
          {text.steps.map((step, index) => (
            <li key={step.title} className="grid grid-cols-[1.75rem_1fr] gap-x-3">
              <span
                aria-hidden
                className="grid size-7 place-items-center rounded-full bg-brand-soft text-sm font-semibold text-brand"
              >
                {index + 1}
              </span>
              <div>
                <p className="font-semibold">{step.title}</p>
                <p className="text-sm text-ink-2">{step.text}</p>
              </div>
            </li>
          ))}
        </ol>
        <Button asChild className="mt-4">
          <Link to="/configuration">{text.toConfiguration}</Link>
        </Button>
      </Card>
      <Card title={text.problems}>
        <Entries entries={PROBLEMS} />
      </Card>
      <Banner tone="wait" title={text.billing} className="lg:col-span-2">
        {text.billingRule}
      </Banner>
      <Card title={text.customers} className="lg:col-span-2">
        <Entries entries={text.customerList} />
        <Button asChild className="mt-4">
          <Link to="/customers">{text.toCustomers}</Link>
        </Button>
      </Card>
      <Card title={text.access} className="lg:col-span-2">
        <Entries entries={text.accessList} />
        <Button asChild className="mt-4">
          <Link to="/profile#tilgang">{text.toAccess}</Link>
        </Button>
      </Card>
      <div className="lg:col-span-2">
        <StopCard />
      </div>
      <Card title={text.features}>
        <Entries entries={FEATURES} />
      </Card>
      <div className="grid gap-4">
        <Card title={text.legend}>
          <dl className="grid gap-2.5">
            {text.legendList.map((entry) => (
              <div key={entry.word} className="grid grid-cols-[8rem_1fr] items-start gap-x-3">
                <dt>
                  <StatusChip tone={entry.tone}>{entry.word}</StatusChip>
                </dt>
                <dd className="text-sm text-ink-2">{entry.text}</dd>
              </div>
            ))}
          </dl>
        </Card>
        <Card title={text.tokens}>
          <p className="text-sm text-ink-2">{text.tokensText}</p>
        </Card>
      </div>
      <Card title={text.contact} className="lg:col-span-2">
        <Contact />
      </Card>
    </div>
  )
}

function Entries({ entries }: { entries: readonly { title: string; text: string }[] }) {
  return (
    <dl className="grid gap-3">
      {entries.map((entry) => (
        <div key={entry.title}>
          <dt className="font-semibold">{entry.title}</dt>
          <dd className="text-sm text-ink-2">{entry.text}</dd>
        </div>
      ))}
    </dl>
  )
}

type HelpHits = Found<StopEntry | PlainEntry>

const searchHelp = (typed: string): HelpHits => search([...STOP_ENTRIES, ...PLAIN_ENTRIES], typed)

function titleOf({ entries, nearest }: HelpHits, typed: string): string {
  if (entries.length === 0) return text.noHits(typed.trim())
  return nearest ? text.nearest : text.hits(entries.length)
}

interface HitsProps {
  hits: HelpHits
  title: string
  onShowAll: () => void
}

function Hits({ hits: { entries }, title, onShowAll }: HitsProps) {
  if (entries.length === 0) {
    return (
      <Card>
        <EmptyState
          title={title}
          why={text.noHitsWhy}
          icon={<Search aria-hidden className="size-5" />}
          action={<Button onClick={onShowAll}>{text.showAll}</Button>}
        />
        <div className="text-center">
          <Contact />
        </div>
      </Card>
    )
  }
  return (
    <Card flush title={title}>
      <ul className="divide-y divide-line">
        {entries.map((entry) => (
          <li key={entry.words} className="px-4 py-3 sm:px-5">
            <h3 className="font-semibold">{entry.title}</h3>
            {'id' in entry ? (
              <StopText entry={entry} />
            ) : (
              <p className="max-w-[70ch] text-sm text-ink-2">{entry.text}</p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Contact() {
  const { data } = useQuery(reading(readOperator, {}))
  if (!data) return null
  if (data.isExample) return <p className="text-sm text-ink-2">{text.noContact}</p>
  return (
    <div className="text-sm">
      <p>
        {text.contactAs(data.name)}{' '}
        <a
          className="prose-link inline-flex items-center font-semibold pointer-coarse:min-h-11"
          href={`mailto:${data.email}?subject=${encodeURIComponent(text.contactSubject)}`}
        >
          {data.email}
        </a>
      </p>
      <p className="text-ink-2">{text.contactHint}</p>
    </div>
  )
}
