import { Search } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Contact } from './Contact.tsx'
import { PLAIN_ENTRIES, STOP_ENTRIES, type PlainEntry, type StopEntry } from './help-entries.ts'
import { search, type Found } from './help-search.ts'
import { StopText } from './StopCard.tsx'
import { text } from './text.ts'

type HelpHits = Found<StopEntry | PlainEntry>

export const searchHelp = (typed: string): HelpHits =>
  search([...STOP_ENTRIES, ...PLAIN_ENTRIES], typed)

export function titleOf({ entries, nearest }: HelpHits, typed: string): string {
  if (entries.length === 0) return text.noHits(typed.trim())
  return nearest ? text.nearest : text.hits(entries.length)
}

interface HitsProps {
  hits: HelpHits
  title: string
  onShowAll: () => void
}

/** The matching help entries in full, so that nothing must be opened. */
export function Hits({ hits: { entries }, title, onShowAll }: HitsProps) {
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
